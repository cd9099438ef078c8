import { createHash } from 'node:crypto';
import type { Finding } from './rules.js';

/** Findings by path. */
export type Findings = ReadonlyMap<string, readonly Finding[]>;

/**
 * Known findings: by path, the keys of its findings, sorted and with spaces between them. The number of
 * keys is the number of findings of the file.
 *
 * A key is a hash of the phrase and of the passage around it, so that a passage that is edited is no
 * longer known. That needs no git history, ignores line numbers and wrapping, and lets files be moved.
 */
export type ProseRecord = Readonly<Record<string, string>>;

export function recordOf(findings: Findings): ProseRecord {
  const entries = [...findings]
    .filter(([, ofFile]) => ofFile.length > 0)
    .map(([path, ofFile]) => [path, ofFile.map(keyOf).sort().join(' ')] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Findings that the record does not cover. Each key covers as many findings as it has entries, in any
 * file, so a copy of a known passage is new.
 */
export function newFindings(record: ProseRecord, findings: Findings): Map<string, Finding[]> {
  const left = new Map<string, number>();
  for (const key of Object.values(record).flatMap((keys) => keys.split(' '))) {
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  const unknown = new Map<string, Finding[]>();
  for (const [path, ofFile] of findings) {
    for (const finding of ofFile) {
      const key = keyOf(finding);
      const count = left.get(key) ?? 0;
      if (count > 0) left.set(key, count - 1);
      else unknown.set(path, [...(unknown.get(path) ?? []), finding]);
    }
  }
  return unknown;
}

function keyOf({ phrase, passage }: Finding): string {
  const words = passage.text.trim().replaceAll(/\s+/g, ' ');
  return createHash('sha256').update(`${phrase}\n${words}`).digest('hex').slice(0, 8);
}
