import { isDeepStrictEqual } from 'node:util';
import { NeardupError } from '../../src/errors.js';
import type { Signature } from '../../src/fingerprint/signature.js';
import type { Match } from '../../src/matching/match.js';
import {
  type AddOperation,
  type AddOutcome,
  type CheckOperation,
  type CheckOutcome,
  type Decision,
  replacedMax,
  type StoredDocument,
} from '../../src/store/contract/documents.js';
import { changeOf, isSame, type Repeated } from './additions.js';
import { endWell, formerOf, renew } from './claims.js';
import {
  find,
  matchesIn,
  note,
  put,
  refuse,
  remove,
  removeExpired,
  type State,
} from './collection-state.js';
import { closeness } from './compare.js';
import { logCheck, logReplaced } from './decision-log.js';
import { familySize } from './family.js';
import { countedStrings, pageOf } from './lists.js';
import { compareAge, compareCloseness, compared, joins, refuses, stored } from './matches.js';
import { repeatedByVersions } from './sites.js';

type Given = Pick<
  AddOperation,
  'signature' | 'metadata' | 'page' | 'extractor' | 'expiresAt' | 'now'
>;

/** Returns the next version of a document, or its first. */
function nextVersion(id: string, given: Given, earlier: StoredDocument | undefined, state: State) {
  const { metadata, page, extractor, expiresAt, now } = given;
  const signature = stored(given.signature, state.collection.recipe);
  const seenCount = (earlier?.seenCount ?? 0) + 1;
  const revision = (earlier?.revision ?? 0) + 1;
  const times = { storedAt: earlier?.storedAt ?? now, updatedAt: now, lastSeenAt: now };
  const life = { expiresAt, lifetimeMs: lifetimeOf(given) };
  return { id, signature, metadata, page, extractor, revision, seenCount, ...times, ...life };
}

const lifetimeOf = ({ expiresAt, now }: Pick<Given, 'expiresAt' | 'now'>) =>
  expiresAt === null ? null : expiresAt - now;

/** Returns a document that was found unchanged. A check only lengthens its life; an addition sets it. */
function seenAgain(document: StoredDocument, given: Given, isCheck: boolean): StoredDocument {
  const seen = { ...document, seenCount: document.seenCount + 1, lastSeenAt: given.now };
  const asked = { expiresAt: given.expiresAt, lifetimeMs: lifetimeOf(given) };
  if (!isCheck) return { ...seen, ...asked };
  if (document.expiresAt === null) return seen;
  if (given.expiresAt === null) return { ...seen, ...asked };
  return {
    ...seen,
    expiresAt: Math.max(document.expiresAt, asked.expiresAt!),
    lifetimeMs: Math.max(document.lifetimeMs!, asked.lifetimeMs!),
  };
}

export function add(state: State, operation: AddOperation): AddOutcome {
  const { id, signature, metadata, text, now } = operation;
  const kept = find(state, id, now);
  const earlier = kept?.document;
  const isSame = earlier?.signature.exactHash === signature.exactHash;
  if (earlier !== undefined && isSame && isEqualJson(earlier.metadata, metadata)) {
    endWell(state, kept!, now);
    return {
      status: 'unchanged',
      document: put(state, seenAgain(earlier, operation, false), null, true),
    };
  }
  removeExpired(state, id, now);
  const document = put(state, nextVersion(id, operation, earlier, state), text, isSame);
  return { status: earlier === undefined ? 'created' : 'replaced', document };
}

const isEqualJson = (a: string | null, b: string | null) =>
  isDeepStrictEqual(JSON.parse(a ?? 'null'), JSON.parse(b ?? 'null'));

/** Decides in the order documented for `StoreOperations.check`. */
export function check(state: State, operation: CheckOperation): CheckOutcome {
  const { id, dryRun, rule, scope, duplicateIf, limit, now } = operation;
  const signature = compared(operation.signature, state.collection.recipe);
  const kept = find(state, id, now);
  const earlier = kept?.document;
  const repeated = earlier === undefined ? nothing : repeatedByVersions(state, earlier, now);
  const previous =
    earlier === undefined ? null : previousOf(signature, earlier.signature, repeated);
  if (earlier !== undefined && isSame(signature, earlier.signature, { duplicateIf, repeated })) {
    return renew(state, kept!, operation.claim) ?? unchanged(state, operation, previous);
  }

  const clusters = state.lineage?.clusters;
  const excluded = id === null ? [] : [id, ...(clusters?.partners(id) ?? [])];
  const { matches } = matchesIn(state, signature, rule, now, excluded, true, id, scope);
  const lifeOf = (match: Match) =>
    find(state, match.id, now)!.document.lifetimeMs ?? Number.POSITIVE_INFINITY;
  const ownLife = lifetimeOf(operation) ?? Number.POSITIVE_INFINITY;
  const saying = matches.filter((match) => refuses(match, duplicateIf));
  const lasting = saying.filter((match) => lifeOf(match) >= ownLife);
  const longest = lasting.toSorted(
    (a, b) => compareCloseness(a, b) || compareLives(lifeOf(b), lifeOf(a)) || compareAge(a, b),
  );
  const refusing = lasting[0] === matches[0] ? lasting : longest;
  const best = refusing[0] ?? matches[0] ?? null;
  const joining = matches.filter(joins);
  const isRefused = refusing.length > 0;
  const isOutlived = saying.length > 0 && !isRefused;
  let decision: Decision = 'new';
  if (joining.length > 0) decision = 'similar';
  if (isRefused) decision = 'duplicate';
  if (earlier !== undefined && !(isRefused && operation.onChange === 'keep')) decision = 'changed';

  const covered = matches.filter(({ covers }) => covers === true);
  let replaced: Match[] = [];
  if (isRefused && operation.onDuplicate === 'replace') {
    replaced = covered.filter((match) => saying.includes(match));
  }
  if (!isRefused && operation.onCovered === 'replace') replaced = covered;
  const alike = matchesIn(state, signature, rule, now, [], true, null, scope).matches;
  const family = familySize(state, alike, id, now, scope);
  const { keepPerFamily } = state.collection;
  const isLarge = keepPerFamily !== null && family >= keepPerFamily;
  const isFull = decision === 'similar' && isLarge && !isOutlived;
  const isInside =
    decision === 'similar' && operation.duplicateIf !== 'exact' && best!.adds?.nothing === true;
  if (isFull) replaced = [];
  if (replaced.length > replacedMax) {
    throw new NeardupError('too_many_replaced', `${replaced.length} documents are the same`);
  }
  const mayBeRefused = earlier === undefined || operation.onChange === 'keep';
  const outlivesMatch = isOutlived && mayBeRefused;
  let isStored = !dryRun && !isFull;
  const isSkipped = operation.onDuplicate !== 'store' && replaced.length === 0;
  if (decision === 'duplicate' && isSkipped) isStored = false;

  const storedId = id ?? operation.newId;
  const former = formerOf(state, find(state, storedId, now));
  const claimed = isRefused ? find(state, refusing[0]!.id, now)!.claim : null;
  const lifeOfMatch = best && find(state, best.id, now)!.document.expiresAt;
  if (isStored) {
    removeExpired(state, storedId, now);
    put(state, nextVersion(storedId, operation, earlier, state), operation.text, false);
  }
  const cluster =
    best !== null && joins(best) ? seat(state, operation, best, isStored ? storedId : null) : null;
  if (isStored && operation.claim === null) {
    for (const match of replaced) replace(state, operation, match, storedId);
  }
  const page = pageOf(matches, limit, countedStrings);
  const claim = isStored ? operation.claim : claimed;
  const outcome: CheckOutcome = {
    decision,
    stored: isStored,
    reason: isFull
      ? 'familyFull'
      : outlivesMatch
        ? 'outlivesMatch'
        : isInside
          ? 'matchIsLonger'
          : null,
    created: isStored && earlier === undefined,
    id: isStored ? storedId : id,
    duplicateOf: refusing[0]?.id ?? null,
    similarTo: isRefused ? null : (joining[0]?.id ?? null),
    replaced: replaced.map((match) => match.id),
    best: best && bestOf(best),
    cluster,
    previous,
    matches: page,
    truncated: page.length < matches.length,
    family,
    claim: claim && { expiresAt: claim.expiresAt },
    ...((!isStored || outlivesMatch) && lifeOfMatch !== null && { matchExpiresAt: lifeOfMatch }),
  };
  count(state, operation, outcome);
  logCheck(state, operation, outcome);
  if (isStored && operation.claim !== null) {
    const { matches: _, stored: __, id: ___, truncated: ____, claim: _____, ...told } = outcome;
    const { family: ______, ...first } = told;
    const replacing = replaced.map(({ fingerprint, metadata, storedAt, ...match }) => {
      const { exactHash } = find(state, match.id, now)!.document.signature;
      return { ...match, exactHash };
    });
    state.documents.get(storedId)!.claim = {
      ...operation.claim,
      first,
      former,
      replaces: replacing,
    };
  }
  return outcome;
}

/** Infinite lives are equal. */
const compareLives = (a: number, b: number) => (a === b ? 0 : a - b);

const nothing: Repeated = { own: new Set(), other: new Set() };

const previousOf = (
  signature: Signature,
  stored: Signature,
  repeated: Repeated,
): CheckOutcome['previous'] => ({
  ...closeness(stored, signature),
  ...changeOf(signature, stored, repeated),
});

function unchanged(
  state: State,
  operation: CheckOperation,
  previous: CheckOutcome['previous'],
): CheckOutcome {
  const kept = find(state, operation.id, operation.now)!;
  const { id } = kept.document;
  const outcome = {
    ...{ decision: 'unchanged' as const, stored: false, created: false, id, previous },
    ...{ duplicateOf: null, similarTo: null, replaced: [], best: null, matches: [] },
    ...{ truncated: false, cluster: state.lineage?.clusters.idOf(id) ?? null },
    ...{ reason: null, family: null },
  };
  count(state, operation, outcome);
  if (!operation.dryRun) {
    kept.document = seenAgain(kept.document, operation, true);
    note(state, id);
  }
  const claim = kept.claim && { expiresAt: kept.claim.expiresAt };
  return { ...outcome, claim };
}

type Counted = Pick<CheckOutcome, 'id' | 'decision' | 'best'>;

function count({ lineage }: State, { dryRun, now }: CheckOperation, outcome: Counted): void {
  const { id, decision, best } = outcome;
  if (dryRun) return;
  lineage?.decided.push({ at: now, id, decision, best, isOld: false, isForgotten: false });
}

const bestOf = ({ id, fingerprint, metadata, storedAt, part, ...best }: Match) => best;

/** Seats a document with a match, stored or refused. @returns the cluster */
function seat(
  state: State,
  { id, dryRun, newClusterId, now }: CheckOperation,
  best: Match,
  storedId: string | null,
): string | null {
  const clusters = state.lineage?.clusters;
  if (clusters === undefined) return null;
  if (storedId !== null) return clusters.join({ id: storedId, best, newClusterId, now });
  if (dryRun || id === null || find(state, id, now)) return clusters.idOf(best.id);
  removeExpired(state, id, now);
  return refuse(state, { id, best, newClusterId, now });
}

/** Removes a replaced document. Its cluster remembers the id. */
function replace(
  state: State,
  { newClusterId, now }: CheckOperation,
  { id, ...match }: Match,
  by: string,
): void {
  const { document } = find(state, id, now)!;
  remove(state, id, now);
  refuse(state, { id, best: { ...match, id: by }, newClusterId, now });
  logReplaced(state.lineage, document, by, match, now);
}
