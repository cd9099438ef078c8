import type { Decision } from '../../../src/batch/replay.js';
import type { Level } from '../../../src/matching/match.js';
import type { StoredDocument } from '../../../src/store/contract/documents.js';
import type { SampleDocument } from '../../../test/batch/samples.js';
import { createComponentStage } from '../src/component-stage.js';
import { createKeyStage } from '../src/key-stage.js';
import type { PairStageOptions } from '../src/pair-rules.js';
import { createPairStage } from '../src/pair-stage.js';
import { createReplayStage } from '../src/replay-stage.js';
import { signedColumn } from '../src/signed-row.js';
import type { Stage } from '../src/stage.js';

/** Encodes bytes or a string as Hadoop typed bytes with this code. */
export function typed(code: number, value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value);
  const head = Buffer.alloc(5);
  head[0] = code;
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** Runs a stage over lines, like a process of an engine. */
export function through(stage: Stage, lines: readonly string[]): string[] {
  const written: string[] = [];
  const emit = (line: string) => written.push(line);
  for (const line of lines) stage.line(line, emit);
  stage.end?.(emit);
  return written;
}

/** Sorts like an engine, by the first column; the order within a key is arbitrary. */
function sortedByKey(lines: readonly string[]): string[] {
  const key = (line: string) => line.slice(0, line.indexOf('\t'));
  return lines.toReversed().sort((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
}

export interface BatchOptions extends Omit<PairStageOptions, 'recipe'> {
  /** Defaults to `page`. */
  readonly duplicateIf?: Level;
  readonly recipe: Parameters<typeof signedColumn>[1]['recipe'];
}

function keyLines(documents: readonly SampleDocument[], options: BatchOptions): string[] {
  const signed = documents.map((document) =>
    signedColumn({ ...document, metadata: null, page: null, extractor: null }, options),
  );
  return sortedByKey(through(createKeyStage(options), signed));
}

export function pairLines(documents: readonly SampleDocument[], options: BatchOptions): string[] {
  return through(createPairStage(options), keyLines(documents, options));
}

/** Simulates an engine in one process. */
export function batch(documents: readonly SampleDocument[], options: BatchOptions) {
  const components = new Map(
    through(createComponentStage(), pairLines(documents, options)).map(
      (line) => line.split('\t') as [string, string],
    ),
  );
  const rows = documents
    .map((document) => {
      const { exactHash } = document.signature;
      const signed = signedColumn(
        { ...document, metadata: null, page: null, extractor: null },
        options,
      );
      const component = components.get(exactHash) ?? exactHash;
      return { component, ord: document.ord, line: `${component}\t${document.ord}\t${signed}` };
    })
    .sort((a, b) =>
      a.component < b.component ? -1 : Number(a.component > b.component) || a.ord - b.ord,
    );
  const replayed = through(
    createReplayStage({
      duplicateIf: 'page',
      ...options,
      time: 0,
      ttlSeconds: null,
      documentColumn: (document) => JSON.stringify(document),
    }),
    rows.map(({ line }) => line),
  ).map((line) => line.split('\t') as [string, string]);
  const ofKind = <T>(kind: string) =>
    replayed.filter(([first]) => first === kind).map(([, json]) => JSON.parse(json) as T);
  return {
    decisions: ofKind<Decision>('decision').sort((a, b) => a.ord - b.ord),
    documents: ofKind<StoredDocument>('document'),
  };
}
