import type { Passage } from './passages.js';

/** A word or opening that reads as a translation, at its offset in the file. */
export interface Finding {
  readonly offset: number;
  /** The matched text, with runs of white space as one space. */
  readonly phrase: string;
  readonly suggestion: string;
}

interface Rule {
  readonly pattern: RegExp;
  readonly suggestion: string;
}

/** Words that start a fragment, which names nothing on its own. */
const opening: Rule = {
  pattern: /^\s*(?:What|How|Whether|Of|By|Whose|Which|Where|When|From|Told)\b/,
  suggestion: 'begin with a noun or a verb: Number of, Returns, Signs',
};

const phrases: readonly Rule[] = [
  { pattern: /\bdear(?:er|est)?\b/gi, suggestion: 'expensive, costly' },
  { pattern: /\bfor\s+good\b(?!\s+(?:reason|measure|cause))/gi, suggestion: 'permanently' },
  { pattern: /\banew\b/gi, suggestion: 'again, or rebuilt' },
  { pattern: /\b(?:stands?|stood|standing)\s+in\b(?!\s+for\b)/gi, suggestion: 'is contained in' },
  {
    pattern: /\b(?:goes?|going|went|gone)\s+by\s+(?:itself|themselves)\b/gi,
    suggestion: 'expires, or is deleted',
  },
  { pattern: /\bin\s+(?:its|their)\s+place\b/gi, suggestion: 'instead' },
  { pattern: /\bso\s+many\b/gi, suggestion: 'the number itself, or n' },
  { pattern: /\bwhoever\b/gi, suggestion: 'the caller, the client, anyone who' },
  { pattern: /\bsenseless\b/gi, suggestion: 'invalid, meaningless' },
  { pattern: /\bdo(?:es)?\s+(?:a|the|each|every|its)\s+texts?\b/gi, suggestion: 'signs' },
  { pattern: /\bWhat\s+of\b/g, suggestion: 'name it: the fields of, the part of' },
  { pattern: /«/g, suggestion: 'straight quotes, or code' },
  { pattern: /,\s+too\b(?=\s*(?:[.;:?!)]|$))/g, suggestion: '"also" before the verb, or nothing' },
];

/** Returns the findings of all rules in a passage, in text order. */
export function findingsIn(passage: Passage): Finding[] {
  const findings: Finding[] = [];
  const add = (match: RegExpMatchArray, suggestion: string) =>
    findings.push({
      offset: passage.offset + match.index! + match[0].search(/\S/),
      phrase: match[0].trim().replaceAll(/\s+/g, ' '),
      suggestion,
    });
  const opened = passage.onDeclaration ? opening.pattern.exec(passage.text) : null;
  if (opened !== null) add(opened, opening.suggestion);
  for (const { pattern, suggestion } of phrases) {
    for (const match of passage.text.matchAll(pattern)) add(match, suggestion);
  }
  return findings.sort((a, b) => a.offset - b.offset);
}
