import { linePlaces } from './page-lines.js';

/**
 * Reasons why a line belongs to the main text (`content`) or to the rest: it stands around the content, in an element
 * that is never content, is hidden, is a control, is about the article, or is part of the title.
 */
export const lineReasons = [...linePlaces, 'about', 'title'] as const;

/** A line of a page, in the main text or in the rest. */
export interface ExtractedLine {
  readonly in: 'main' | 'rest';
  readonly reason: (typeof lineReasons)[number];
  readonly text: string;
}

/** Returns the lines of a text that is all main text. */
export function contentLines(text: string): ExtractedLine[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => ({ in: 'main', reason: 'content', text: line }));
}
