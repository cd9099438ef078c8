import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

export function readDocument(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** A request shown as a `curl` command in a document, with the reply below it, if any. */
export interface Example {
  readonly method: string;
  readonly path: string;
  /** Request body as sent. */
  readonly body: string | undefined;
  readonly contentType: string;
  readonly reply: unknown;
}

/** Marks omitted elements in a list of a documented reply. */
export const gap = '…';

const fence = /^```(\w*)\n(.*?)^```$/gms;
const request =
  /^curl (?:-X (\w+) )?'?localhost:8080(\/[^\s']*)'?(?: --json '(.*)'| -H 'Content-Type: ([^']+)' --data-binary '(.*)')?$/s;

/** Returns the code blocks of a document, in order. */
export function blocksOf(markdown: string): { readonly language: string; readonly code: string }[] {
  return [...markdown.matchAll(fence)].map(([, language, code]) => ({
    language: language!,
    code: code!.trim(),
  }));
}

/** Returns the requests shown in a document, in order. */
export function examplesOf(markdown: string): Example[] {
  const blocks = blocksOf(markdown);
  return blocks.flatMap(({ language, code }, index) => {
    if (language !== 'sh' || !/^curl .*localhost:8080/.test(code)) return [];
    const command = code.replaceAll(/\\\n\s*/g, '');
    const [, method, path, json, contentType, data] = request.exec(command) ?? [];
    if (path === undefined) throw new Error(`Cannot read this command: ${code}`);
    const next = blocks[index + 1];
    return {
      method: method ?? (json === undefined && data === undefined ? 'GET' : 'POST'),
      path,
      body: json ?? data,
      contentType: contentType ?? 'application/json',
      reply: next?.language === 'json' ? JSON.parse(next.code) : undefined,
    };
  });
}

/** Returns the body rows of all tables whose first column has this heading. */
export function tableOf(markdown: string, heading: string): string[][] {
  const found: string[][] = [];
  let inside = false;
  for (const line of markdown.split('\n')) {
    const cells = line.startsWith('|') ? line.split('|').slice(1, -1) : [];
    const [first] = cells;
    if (first === undefined) inside = false;
    else if (first.trim() === heading) inside = true;
    else if (inside && !/^[-:]+$/.test(first)) found.push(cells.map((cell) => cell.trim()));
  }
  return found;
}
