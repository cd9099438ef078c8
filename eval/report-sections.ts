import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Sections of docs/internals/quality.md that are measured on their own, in the order of the page. */
const titles = [
  'Pages in disguise',
  'Pages inside pages',
  'Pages inside pages: other settings',
] as const;

const page = new URL('../docs/internals/quality.md', import.meta.url);

/** Writes one of them, and leaves the page as it is else. */
export function writeSection(title: (typeof titles)[number], body: string): void {
  const text = pageText();
  const before = text.slice(0, text.length - ownSections().length);
  const sections = titles.map((each) =>
    each === title ? `${headOf(title)}\n${body}\n` : sectionOf(text, each),
  );
  writeFileSync(page, before + sections.join(''));
}

/** These sections as they stand on the page, which they end. */
export function ownSections(): string {
  const text = pageText();
  return titles.map((title) => sectionOf(text, title)).join('');
}

/** Empty if the page has none. */
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
