/**
 * Characters that have a meaning in markup pass through the tree as noncharacters, which no text
 * contains. So the tree needs no character references. A hostile page may have millions of them,
 * each of which would be a node of its own.
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

/** Restores what `standIn` replaced; white space that breaks no line stays a space. */
export function restored(text: string): string {
  return text.replaceAll(
    /[\uFDD0-\uFDD2]/g,
    (character) => '&<>'[character.charCodeAt(0) - 0xfdd0]!,
  );
}
