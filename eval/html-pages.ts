/**
 * Reads pages whose wanted text is known: DIR/html/*.jsonl.gz, one page per line: `id`, `set`, `html` (or `htmlBase64`
 * if the bytes are not UTF-8), `goldText` (null if the text is not marked), or `must` and `mustNot`, wanted and
 * unwanted pieces of text.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface EvaluationPage {
  readonly id: string;
  readonly set: string;
  readonly bytes: Uint8Array;
  readonly goldText: string | null;
  readonly must: readonly string[];
  readonly mustNot: readonly string[];
}

/** @param sets names of the sets to read; undefined for all */
export function readPages(directory: string, sets?: readonly string[]): EvaluationPage[] {
  const folder = join(directory, 'html');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl.gz'))
    .sort()
    .flatMap((file) =>
      gunzipSync(readFileSync(join(folder, file)))
        .toString('utf8')
        .split('\n'),
    )
    .filter((line) => line !== '')
    .flatMap((line) => {
      const { id, set, html, htmlBase64, goldText, must = [], mustNot = [] } = JSON.parse(line);
      const bytes = html === undefined ? Buffer.from(htmlBase64, 'base64') : Buffer.from(html);
      if (sets !== undefined && !sets.includes(set)) return [];
      return [{ id, set, bytes, goldText, must, mustNot }];
    });
}
