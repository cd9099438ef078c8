import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Answer, judge } from '../../openapi/conformance.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Directory in which each process of a run records the answers it saw; undefined in other runs. */
    seenDirectory: string | undefined;
  }
}

const noted = new Set<string>();

/**
 * Checks an answer of the service against openapi.json, and records it.
 * @throws if the answer contradicts the description
 */
export function see(answer: Answer): void {
  const { operation, codes, faults } = judge(answer);
  if (faults.length > 0) throw new Error(`Not as openapi.json says: ${faults.join('; ')}`);
  const directory = inject('seenDirectory');
  if (directory === undefined) return;
  const seen = codes.map((code) => `code ${code}`);
  if (operation !== null) seen.push(`${operation} ${answer.status}`);
  for (const line of seen) {
    if (noted.has(line)) continue;
    noted.add(line);
    appendFileSync(join(directory, `${process.pid}.txt`), `${line}\n`);
  }
}

/** Checks an answer given as bytes of a connection; ignores other bytes. */
export function seeBytes(request: string, bytes: string): void {
  const [method = '', url = ''] = request.split('\r\n', 1)[0]!.split(' ');
  const [head, body] = bytes.split('\r\n\r\n', 2) as [string, string?];
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  const contentType = /^content-type: (.*)$/im.exec(head)?.[1];
  if (status >= 400 && body) see({ method, url, status, contentType, body });
}
