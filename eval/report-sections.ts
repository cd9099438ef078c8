import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Sections of docs/internals/quality.md that are measured separately, in page order. */
const titles = [
  'Pages in disguise',
  'Pages inside pages',
  'Pages inside pages: other settings',
] as const;

const page = new URL('../docs/internals/quality.md', import.meta.url);

/** Replaces one section and leaves the rest of the page unchanged. */
export function writeSection(title: (typeof titles)[number], body: string): void {
  const text = pageText();
  const before = text.slice(0, text.length - ownSections().length);
  const sections = titles.map((each) =>
    each === title ? `${headOf(title)}\n${body}\n` : sectionOf(text, each),
  );
  writeFileSync(page, before + sections.join(''));
}

/** Returns the current text of these sections, which end the page. */
export function ownSections(): string {
  const text = pageText();
  return titles.map((title) => sectionOf(text, title)).join('');
}

/** Returns an empty text if the page lacks the section. */
function sectionOf(text: string, title: string): string {
  const start = text.indexOf(headOf(title));
  if (start < 0) return '';
  const next = text.indexOf('\n## ', start + 1);
  return text.slice(start, next < 0 ? text.length : next);
}

function headOf(title: string): string {
  return `\n## ${title}\n`;
}

function pageText(): string {
  return existsSync(page) ? readFileSync(page, 'utf8') : '';
}
