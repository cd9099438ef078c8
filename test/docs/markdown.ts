import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

export function readDocument(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** A request that a document shows as a `curl` command, and the reply that it shows below, if any. */
export interface Example {
  readonly method: string;
  readonly path: string;
  /** As it is sent. */
  readonly body: string | undefined;
  readonly contentType: string;
  readonly reply: unknown;
}

/** In a list of a reply that a document shows: elements that are left out. */
export const gap = '…';

const fence = /^```(\w*)\n(.*?)^```$/gms;
const request =
  /^curl (?:-X (\w+) )?'?localhost:8080(\/[^\s']*)'?(?: --json '(.*)'| -H 'Content-Type: ([^']+)' --data-binary '(.*)')?$/s;

/** The blocks of code of a document, in order. */
export function blocksOf(markdown: string): { readonly language: string; readonly code: string }[] {
  return [...markdown.matchAll(fence)].map(([, language, code]) => ({
    language: language!,
    code: code!.trim(),
  }));
}

/** The requests that a document shows, in order. */
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

/** The rows below the heads of all tables whose first column has this heading. */
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
