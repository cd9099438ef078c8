/**
 * Characters of text that mean something in markup are carried through the tree as noncharacters,
 * which no text contains. So a tree needs no character references, of which a hostile page has
 * millions, each a node of its own.
 */
const standIns: Readonly<Record<string, string>> = {
  '&': '\uFDD0',
  '<': '\uFDD1',
  '>': '\uFDD2',
  '\u00A0': ' ',
  '\uFDD0': '',
  '\uFDD1': '',
  '\uFDD2': '',
};

export function standIn(text: string): string {
  return text.replaceAll(/[&<>\u00A0\uFDD0-\uFDD2]/g, (character) => standIns[character]!);
}

/** What `standIn` replaced; white space that does not break lines stays a space. */
export function restored(text: string): string {
  return text.replaceAll(
    /[\uFDD0-\uFDD2]/g,
    (character) => '&<>'[character.charCodeAt(0) - 0xfdd0]!,
  );
}
