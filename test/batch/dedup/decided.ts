import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CollapsedDocuments, noParts } from '../../../src/batch/dedup/collapse.js';
import { decide } from '../../../src/batch/dedup/decide.js';
import type { DecidePlan, Decisions } from '../../../src/batch/dedup/decider.js';
import { readDifference } from '../../../src/batch/dedup/differences.js';
import { joinByParts } from '../../../src/batch/dedup/join-by-parts.js';
import { findPairs } from '../../../src/batch/pairs/find-pairs.js';
import { groupByFingerprint } from '../../../src/batch/pairs/fingerprint-groups.js';
import type { Decision, ReplayRules } from '../../../src/batch/replay.js';
import type { Signature } from '../../../src/fingerprint/signature.js';
import { decisions as decisionNames } from '../../../src/store/contract/documents.js';
import { hostOrCommon, siteFromId } from '../../../src/store/rules/host.js';
import { contentsOf, type SampleDocument } from '../samples.js';

type Match = Omit<Decision, 'id' | 'ord' | 'decision'>;

/** Merges equal contents as a run does. @param directory directory of evidence and parts */
export function collapsedOf(
  documents: readonly SampleDocument[],
  directory: string,
): CollapsedDocuments {
  const signatures = new Map(documents.map(({ signature }) => [signature.exactHash, signature]));
  const hashes = [...new Set(documents.map(({ signature }) => signature.exactHash))];
  const ids = documents.map(({ id }) => id);
  const hosts = ids.map(hostOrCommon);
  const distinct = hashes.map((hash) => signatures.get(hash)!);
  const contents = contentsOf(distinct, directory, null);
  return {
    count: documents.length,
    idOf: Int32Array.from(ids, (id) => ids.indexOf(id)),
    hostOf: Int32Array.from(hosts, (host) => hosts.indexOf(host)),
    hasSite: Uint8Array.from(ids, (id) => (siteFromId(id) === null ? 0 : 1)),
    contentOf: Int32Array.from(documents, ({ signature }) => hashes.indexOf(signature.exactHash)),
    firstOf: Int32Array.from(hashes, (hash) =>
      documents.findIndex(({ signature }) => signature.exactHash === hash),
    ),
    contents,
    evidenceOf: Float64Array.from(
      documents,
      ({ signature }) => contents.evidence.starts[hashes.indexOf(signature.exactHash)]!,
    ),
    madeElsewhere: Uint8Array.from(distinct, ({ featureCount }) => (featureCount === null ? 1 : 0)),
    parts: writeParts(distinct, directory),
  };
}

/** Writes the parts of contents as signing does. */
function writeParts(
  contents: readonly Pick<Signature, 'parts'>[],
  directory: string,
): CollapsedDocuments['parts'] {
  if (contents.every(({ parts }) => parts === null)) return null;
  const file = join(directory, 'parts.bin');
  let length = 0;
  const pieces: Buffer[] = [];
  const starts = Float64Array.from(contents, ({ parts }) => {
    if (parts === null) return noParts;
    const numbers = Uint32Array.of(parts.hashes.length, parts.total, ...parts.hashes);
    pieces.push(Buffer.from(numbers.buffer));
    length += numbers.byteLength;
    return length - numbers.byteLength;
  });
  writeFileSync(file, Buffer.concat(pieces));
  return { file, starts };
}

export const taskFile = new URL('../../../dist/batch/dedup/decide-task.js', import.meta.url);

export const decisionsOf = (plan: DecidePlan) =>
  decide(plan, { threads: 1, taskFile: new URL('file:///'), onProgress: () => {} });

export async function connectedIn(
  documents: CollapsedDocuments,
  { recipe, rule, duplicateIf }: ReplayRules,
  byComponents: boolean,
) {
  const { contents } = documents;
  const groups = groupByFingerprint(contents);
  const tellSame = byComponents && (duplicateIf === 'page' || duplicateIf === 'article');
  const connected = await findPairs({
    input: {
      contents,
      groups,
      recipe,
      rule,
      duplicateIf,
      tellSame,
      connectsCandidates: !byComponents,
    },
    ...{ pairsDirectory: null, threads: 1, taskFile: new URL('file:///'), onProgress: () => {} },
  });
  joinByParts(documents, connected, { recipe, rule, duplicateIf }, byComponents);
  return connected;
}

export function listed(documents: readonly SampleDocument[], decided: Decisions) {
  return documents.map(({ id, ord }) => {
    const best = decided.best[ord]! < 0 ? null : documents[decided.best[ord]!]!.id;
    const isDuplicate = decided.isDuplicate[ord] === 1;
    const similarity = decided.similarity[ord]!;
    const match: Match = {
      duplicateOf: isDuplicate ? best : null,
      similarTo: isDuplicate ? null : best,
      distance: best === null ? null : decided.distance[ord]!,
      similarity: Number.isNaN(similarity) ? null : similarity,
      exact: decided.exact[ord] === 1,
      ...readDifference(decided, ord),
      ...(decided.isPart[ord] === 1 && { relation: 'containedIn' }),
    };
    return { id, decision: decisionNames[decided.decision[ord]!]!, ...match };
  });
}

export const keptOf = ({ kept }: Decisions) =>
  [...kept.keys()].filter((number) => kept[number] === 1);
