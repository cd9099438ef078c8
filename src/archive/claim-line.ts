import { z } from 'zod';
import { clusterId, documentId } from '../api/fields.js';
import { difference } from '../api/matches.js';
import { parsed } from '../api/validation.js';
import type { ArchiveDocument, ArchivedClaim } from '../detector/transfer.js';
import { checkReasons } from '../matching/decide.js';
import { pickFacts } from '../matching/match.js';
import type { FirstDecision } from '../store/contract/claims.js';
import { decisions } from '../store/contract/documents.js';
import { archiveDocument, archiveLine, time } from './archive-line.js';
import { clusterLine, containment, parseSeatedMembers } from './cluster-lines.js';
import type { ReadHeader } from './export-format.js';

/**
 * Encodes a document, whether claimed (stored provisionally) or not. The field `claim` of a claimed document includes
 * the version that the document replaced, as a line of its own with the cluster member of this version.
 */
export function claimedLine(document: ArchiveDocument, collection: string): object {
  const line = archiveLine(document, collection);
  const { claimed } = document;
  if (claimed === undefined) return line;
  const { claimant, expiresAt, first, replaces, former } = claimed;
  const claim = {
    claimant,
    expiresAt: new Date(expiresAt).toISOString(),
    first: firstLine(first),
    replaces: replaces.map((match) => ({
      ...toldLine(match),
      ...(match.part && { part: { share: match.part.share, decides: match.part.decides } }),
      ...{ id: match.id, exactHash: match.exactHash },
    })),
    former: former && {
      ...archiveLine(former, collection),
      seated: former.seated && clusterLine(former.seated),
    },
  };
  return { ...line, claim };
}

/**
 * Encodes the outcome of the check that claimed the document. The fields are sorted, so that an export of the imported
 * collection is identical.
 */
function firstLine({ best, previous, ...first }: ArchivedClaim['first']) {
  return sorted({ ...first, best: best && toldLine(best), previous });
}

const sorted = (fields: object): object => Object.fromEntries(Object.entries(fields).sort());

function toldLine(match: NonNullable<ArchivedClaim['first']['best']>) {
  return { ...pickFacts(match), containment: match.containment };
}

const measured = {
  distance: z.int().min(0).max(64),
  similarity: z.number().min(0).max(1).nullable(),
};

const told = {
  ...measured,
  exact: z.boolean(),
  ...difference,
  // Earlier exports lack the level, and name other additions.
  level: difference.level.default('similar'),
  adds: difference.adds.catch(null),
  containment: containment.nullable(),
};

const part = z.strictObject({ share: z.int(), decides: z.boolean() }).optional();

const claim = z.strictObject({
  claimant: z.string().max(256),
  expiresAt: time,
  // A field that is added to the outcome later needs no line here.
  first: z.looseObject({
    decision: z.enum(decisions),
    // Earlier exports lack it.
    reason: z.enum(checkReasons).nullable().default(null),
    created: z.boolean(),
    duplicateOf: documentId.nullable(),
    similarTo: documentId.nullable(),
    replaced: z.array(documentId),
    best: z.strictObject(told).nullable(),
    cluster: clusterId.nullable(),
    previous: z
      .strictObject({
        ...measured,
        adds: difference.adds.default(null),
        gone: z.int().nullable().default(null),
      })
      .nullable(),
  }),
  replaces: z.array(z.strictObject({ ...told, part, id: documentId, exactHash: z.string() })),
  former: z.looseObject({ seated: z.looseObject({}).nullable() }).nullable(),
});

/**
 * Parses a line that `claimedLine` made. The document may or may not be claimed.
 * @throws `validation_failed` if the line cannot come from an export with this header
 */
export function claimedDocument(value: object, header: ReadHeader): ArchiveDocument {
  const { claim: given, ...line } = value as { readonly claim?: unknown };
  const document = archiveDocument(line, header);
  if (given === undefined) return document;
  const { former, first, ...found } = parsed(claim, given as object, '/claim');
  const claimed = { ...found, first: first as unknown as FirstDecision };
  return { ...document, claimed: { ...claimed, former: former && parseFormer(former, header) } };
}

function parseFormer(
  { seated, ...line }: { readonly seated: object | null },
  header: ReadHeader,
): ArchivedClaim['former'] {
  return { ...archiveDocument(line, header), seated: seated && parseSeatedMembers(seated) };
}
