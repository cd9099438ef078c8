import { join } from 'node:path';
import { estimateSimilarity } from '../../fingerprint/minhash.js';
import { compareMeasured } from '../../matching/compare.js';
import type { BestMatch, MatchRule } from '../../matching/match.js';
import { decisions as decisionNames } from '../../store/contract/documents.js';
import { contentFlags } from '../pairs/contents.js';
import { openEvidence } from '../pairs/evidence-file.js';
import { pairBytes, pairsFile } from '../pairs/pair-runner.js';
import { forEachPiece, openReadFile } from '../read-file.js';
import { openSpillFile } from '../spill-file.js';
import { type Clusters, clusterSizes } from './clusters.js';
import type { CollapsedDocuments } from './collapse.js';
import type { Decisions } from './decider.js';
import { readDifference } from './differences.js';
import { type IdReader, openIds } from './id-reader.js';
import { readNotes } from './notes.js';
import { spilledFile } from './signed-documents.js';

export interface OutputOptions {
  /** Directory of the signed documents. */
  readonly directory: string;
  /** Directory of the outputs. */
  readonly into: string;
  readonly documents: CollapsedDocuments;
  readonly decisions: Decisions;
  readonly clusters: Clusters;
  readonly rule: MatchRule;
  /** Number of pair files; null to write no pairs. */
  readonly pairFiles: number | null;
  /** True if the notes contain decisions from a comparison with existing documents. */
  readonly isAgainst: boolean;
}

/**
 * Writes all output files.
 * @throws NeardupError `disk_full`
 */
export function writeOutputs(options: OutputOptions): void {
  const ids = openIds(options.directory);
  try {
    write(options, 'decisions.ndjson', (append) => writeDecisions(options, ids, append));
    write(options, 'clusters.ndjson', (append) => writeClusters(options, ids, append));
    write(options, 'rejected.ndjson', (append) => copyRejected(options, append));
    if (options.pairFiles !== null) {
      write(options, 'pairs.ndjson', (append) => writePairs(options, ids, append));
    }
  } finally {
    ids.close();
  }
}

type Append = (text: string | Uint8Array) => void;

function write({ into }: OutputOptions, name: string, fill: (append: Append) => void): void {
  const file = openSpillFile(join(into, name), 0);
  try {
    fill((text) => file.append(typeof text === 'string' ? Buffer.from(text) : text));
    file.sync();
  } finally {
    file.close();
  }
}

function writeDecisions(
  { documents: { count }, decisions, isAgainst, directory }: OutputOptions,
  ids: IdReader,
  append: Append,
): void {
  const { decision, best, isDuplicate, distance, similarity, exact, isPart } = decisions;
  const notes = isAgainst ? readNotes(directory) : null;
  for (let number = 0; number < count; number++) {
    const against = notes?.next().value?.against;
    if (against !== undefined && best[number]! < 0) {
      const isTold = decision[number] === decisionNames.indexOf(against.decision);
      if (isTold && against.decision !== 'new') {
        append(`${JSON.stringify({ id: ids.idOf(number), ...against, against: true })}\n`);
        continue;
      }
    }
    const other = best[number]! < 0 ? null : ids.idOf(best[number]!);
    const line = {
      id: ids.idOf(number),
      decision: decisionNames[decision[number]!],
      duplicateOf: isDuplicate[number] === 1 ? other : null,
      similarTo: isDuplicate[number] === 1 ? null : other,
      distance: other === null ? null : distance[number]!,
      similarity: Number.isNaN(similarity[number]) ? null : similarity[number]!,
      exact: exact[number] === 1,
      ...readDifference(decisions, number),
      ...(other === null && { level: null }),
      ...(isPart[number] === 1 && { relation: 'containedIn' }),
    };
    append(`${JSON.stringify(line)}\n`);
  }
}

function writeClusters({ clusters }: OutputOptions, ids: IdReader, append: Append): void {
  const { representatives, members, starts } = clusters;
  const sizes = clusterSizes(clusters);
  for (const [cluster, representative] of representatives.entries()) {
    const id = JSON.stringify(ids.idOf(representative));
    append(`{"representative":${id},"size":${sizes[cluster]},"members":[`);
    appendIds(starts[2 * cluster]!, starts[2 * cluster + 1]!);
    append('],"similar":[');
    appendIds(starts[2 * cluster + 1]!, starts[2 * cluster + 2]!);
    append(']}\n');
  }

  /** Appends the ids one by one, because a cluster may be a large part of the input. */
  function appendIds(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      append(`${at > from ? ',' : ''}${JSON.stringify(ids.idOf(members[at]!))}`);
    }
  }
}

function copyRejected({ directory }: OutputOptions, append: Append): void {
  const rejected = openReadFile(spilledFile(directory, 'rejected'));
  forEachPiece(rejected, 1, (piece) => append(Uint8Array.from(piece)));
  rejected.close();
}

/**
 * Writes the matching pairs. Of several documents with equal texts, only the first forms pairs with other texts. It
 * also forms a pair with each document that has an equal text and a different id.
 */
function writePairs(
  { directory, documents, pairFiles }: OutputOptions,
  ids: IdReader,
  append: Append,
): void {
  const { count, contentOf, firstOf, contents, madeElsewhere } = documents;
  const evidence = openEvidence(contents.evidence);
  const createProbe = (content: number, document = firstOf[content]!) => {
    const ofDocument = evidence.readAt(documents.evidenceOf[document]!);
    const featureCount = madeElsewhere[content] === 0 ? 1 : null;
    return { exactHash: content, featureCount, evidence: ofDocument };
  };
  const line = (a: number, b: number, match: BestMatch) =>
    append(`${JSON.stringify({ a: ids.idOf(a), b: ids.idOf(b), ...match })}\n`);
  for (let number = 0; number < count; number++) {
    const content = contentOf[number]!;
    const first = firstOf[content]!;
    if (first === number || documents.idOf[first] === documents.idOf[number]) continue;
    const hasSketch =
      contents.sketches !== null && (contents.flags[content]! & contentFlags.sketch) !== 0;
    const similarity = hasSketch ? 1 : null;
    const [page, stored] = [createProbe(content, number), createProbe(content)];
    line(first, number, compareMeasured({ distance: 0, similarity }, page, stored));
  }
  for (let index = 0; index < pairFiles!; index++) {
    const file = openReadFile(pairsFile(directory, index));
    forEachPiece(file, pairBytes, (piece) => {
      for (let at = 0; at < piece.length; at += pairBytes) {
        const [one, other] = [piece.readInt32LE(at + 4), piece.readInt32LE(at)];
        const [a, b] = [firstOf[one]!, firstOf[other]!];
        if (documents.idOf[a] === documents.idOf[b]) continue;
        const equal = piece.readInt32LE(at + 12);
        const distance = piece.readInt32LE(at + 8);
        const similarity = equal < 0 ? null : estimateSimilarity(equal);
        line(a, b, compareMeasured({ distance, similarity }, createProbe(other), createProbe(one)));
      }
    });
    file.close();
  }
  evidence.close();
}
