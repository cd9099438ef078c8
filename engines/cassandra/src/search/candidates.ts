import {
  bandKeys,
  type Collection,
  chooseByBands,
  chooseNearest,
  chooseOldest,
  compareUtf8,
  familyMax,
  fromHex,
  type Geometry,
  hammingDistance,
  isInScope,
  type Level,
  landmarkKeys,
  type MatchRule,
  nearMax,
  outsideMax,
  type Scope,
  type Signature,
  toHex,
} from 'neardup/engine';
import { attemptState } from '../protocol/protocol.js';
import {
  type AttemptRow,
  bareKey,
  familyKey,
  groupBy,
  type IndexRows,
  type KeyedContent,
  nearKeys,
  type UnderKey,
} from '../tables/index-rows.js';
import type { DocumentRow, Registers } from '../tables/registers.js';

export interface Search {
  readonly collection: Collection;
  /** Signature of the page, with only the fields that the collection compares (`keptSignature`). */
  readonly signature: Signature;
  readonly rule: MatchRule;
  /** Documents that may match; undefined: all. */
  readonly scope: Scope | undefined;
  /** Id of a document that is left out of the matches; null to leave out none. */
  readonly excluded: string | null;
  /** Only for a check: determines which documents may refuse the page. */
  readonly refusal?: Refusal | undefined;
  /** Number of best matches that the caller needs. Lower-ranked matches may be missing from the result. */
  readonly wanted: number;
  /** False: does not compute what the page adds to each match (`QueryOperation`). */
  readonly judges?: boolean | undefined;
  /** True for a query, which lists the nearest contents within the distance. A check compares the oldest ones. */
  readonly isListing?: boolean;
  readonly now: number;
}

export interface Refusal {
  readonly duplicateIf: Level;
  /** Lifetime that the check requests for the page, in milliseconds; null: the page never expires. */
  readonly lifetimeMs: number | null;
}

/**
 * A content in the index. Its two sequences are read on demand, and each only once. Neither has documents outside the
 * scope of the search.
 */
export interface StoredContent {
  /** Attempts to store the content (protocol.ts), oldest document first. */
  readonly attempts: AsyncIterable<AttemptRow>;
  /** Rows of the documents that have the content now, oldest first. */
  readonly living: AsyncIterable<DocumentRow>;
}

/** Returns the content with the given exact hash. */
export type ContentsOf = (exactHash: string) => StoredContent;

export interface Candidates {
  readonly contents: readonly StoredContent[];
  /** True if some candidates were not compared, because there were too many (matching/family.ts). */
  readonly isCut: boolean;
  /** False if certainly no other document with the text of the page is stored or being stored. */
  readonly mayBeKnown: boolean;
}

/**
 * Oldest contents under a key or with a fingerprint, by exact hash. If there are few contents under a key, all of them
 * are in `living`, whether they have a document or not.
 */
interface Oldest {
  /** Contents that have a document. Under a key, one more than the maximum that is compared, if there are more. */
  readonly living: readonly string[];
  /** Contents that were skipped because they have no document, at least not yet. */
  readonly open: readonly string[];
  /** True if the search gave up among contents outside its scope, so that there may be more. */
  readonly isCut: boolean;
}

interface Chosen {
  readonly chosen: readonly string[];
  readonly isCut: boolean;
}

const nothing: Chosen = { chosen: [], isCut: false };

/**
 * Finds candidate contents: those within the distance, and those that share a band. Their number is limited as in
 * matching/family.ts. Contents of uncommitted attempts do not count towards these limits. Otherwise, two documents that
 * are stored at the same moment might not find each other.
 */
export function createCandidates(registers: Registers, rows: IndexRows, geometry: Geometry) {
  /**
   * Returns a function that reads contents and caches them.
   * @param known earlier result of this function, whose attempts are reused instead of being read again
   */
  function openContents(
    { collection: { generation }, scope, now }: Search,
    known?: ContentsOf,
  ): ContentsOf {
    const contents = new Map<string, StoredContent>();
    return (exactHash) => {
      const found = contents.get(exactHash);
      if (found !== undefined) return found;
      const attempts =
        known?.(exactHash).attempts ??
        readOnce(inScope(rows.attemptsOf(generation, exactHash), scope));
      const content = { attempts, living: readOnce(livingAmong(generation, attempts, now)) };
      contents.set(exactHash, content);
      return content;
    };
  }

  async function* livingAmong(
    generation: number,
    attempts: AsyncIterable<AttemptRow>,
    now: number,
  ): AsyncIterable<DocumentRow> {
    for await (const attempt of attempts) {
      const row = await registers.read(generation, attempt.id);
      if (attemptState(attempt, row.register, now) === 'committed') yield row;
    }
  }

  /**
   * Finds the candidates of a search.
   * @param own name of the searching attempt; null if no attempt is searching. The content of this attempt is left out,
   *   unless other attempts store it as well
   */
  async function candidates(
    search: Search,
    contents: ContentsOf,
    own: string | null = null,
  ): Promise<Candidates> {
    const isOther = ({ attempts, isWhole }: KeyedContent) =>
      own === null || !isWhole || attempts.length > 1 || attempts[0] !== own;
    const [alike, near] = await Promise.all([
      chooseAlike(search, contents, isOther),
      chooseWithin(search, contents, isOther),
    ]);
    const isCut = alike.isCut || near.isCut;
    const chosen = new Set([...near.chosen, ...alike.chosen]);
    const { exactHash, featureCount } = search.signature;
    // Equal contents share all keys. So a content equal to the probe can be missing only if candidates were left out, or
    // if there are no keys. A posted fingerprint equals nothing: its text is unknown.
    const mayBeMissing = isCut || !hasKeys(search, geometry);
    if (mayBeMissing && featureCount !== null) chosen.add(exactHash);
    const mayBeKnown = mayBeMissing || chosen.has(exactHash);
    return { contents: Array.from(chosen, contents), isCut, mayBeKnown };
  }

  /** Chooses contents that share a band and, if a band has too many, contents that share a landmark. */
  async function chooseAlike(
    { collection, signature: { sketch } }: Search,
    contents: ContentsOf,
    isOther: (each: KeyedContent) => boolean,
  ): Promise<Chosen> {
    const { generation, recipe } = collection;
    if (sketch === null || recipe.bands === null) return nothing;
    const found = new Map<number, Oldest>();
    const look = async (keys: readonly number[]) => {
      const pages = await rows.under(generation, keys.map(familyKey), 'quorum', 40);
      const oldest = pages.map((page) => oldestUnder(generation, page, contents, isOther));
      for (const [at, each] of (await Promise.all(oldest)).entries()) found.set(keys[at]!, each);
    };
    await look(bandKeys(sketch, recipe.bands));
    const isFull = [...found.values()].some((each) => each.living.length > familyMax || each.isCut);
    if (isFull) await look(landmarkKeys(sketch, recipe.bands));
    const { chosen, isCut } = chooseByBands(
      ...([sketch, recipe.bands] as const),
      (key, atMost) => found.get(key)!.living.slice(0, atMost),
      (key) => found.get(key)!.isCut,
    );
    const open = [...found.values()].flatMap((each) => each.open);
    return { chosen: [...chosen, ...open], isCut };
  }

  async function oldestUnder(
    generation: number,
    page: UnderKey,
    contents: ContentsOf,
    isOther: (each: KeyedContent) => boolean,
  ): Promise<Oldest> {
    const others = page.contents.filter(isOther).map(({ content }) => content);
    if (page.last === null && others.length <= familyMax) {
      return { living: others, open: [], isCut: false };
    }
    const behind = async function* () {
      for (let last = page; last.last !== null; ) {
        last = await rows.behind(generation, last, 'quorum');
        yield* last.contents.filter(isOther).map(({ content }) => content);
      }
    };
    return readOldest(others, behind(), familyMax + 1, contents);
  }

  /** Chooses contents within the distance, those with evidence and those without apart. */
  async function chooseWithin(
    search: Search,
    contents: ContentsOf,
    isOther: (each: KeyedContent) => boolean,
  ): Promise<Chosen> {
    const all = (await within(search, 'quorum')).filter(isOther);
    const most = Math.max(nearMax, search.wanted + (search.excluded === null ? 0 : 1));
    const kinds = [all.filter(({ bare }) => !bare), all.filter(({ bare }) => bare)];
    const choices = search.isListing
      ? [await chooseNearestOf(search, all, most, contents)]
      : await Promise.all(kinds.map((some) => chooseOldestOf(search, some, most, contents)));
    const chosen = choices.flatMap((choice) => choice.chosen);
    return { chosen, isCut: choices.some(({ isCut }) => isCut) };
  }

  async function chooseOldestOf(
    search: Search,
    some: readonly NearContent[],
    most: number,
    contents: ContentsOf,
  ): Promise<Chosen> {
    if (some.length <= most) return { chosen: some.map(({ content }) => content), isCut: false };
    const byAge = some.toSorted((a, b) => compareUtf8(a.since, b.since));
    const sinceOf = new Map(byAge.map(({ content, since }) => [content, since]));
    const ofFingerprint = groupBy(byAge, ({ fingerprint }) => fingerprint);
    const read = (group: readonly NearContent[]) =>
      readOldest(
        group.map(({ content }) => content),
        noMore(),
        most + 1,
        contents,
      );
    const name = toHex(search.signature.fingerprint);
    const own = await read(ofFingerprint.get(name) ?? []);
    ofFingerprint.delete(name);
    const groups = [...ofFingerprint.values()];
    const others: Oldest[] = [];
    const isLiving = ({ living }: Oldest) => living.length > 0;
    let at = 0;
    for (; at < groups.length && others.filter(isLiving).length <= most; at += most) {
      if (search.scope !== undefined && at > outsideMax) break;
      others.push(...(await Promise.all(groups.slice(at, at + most).map(read))));
    }
    const isGivenUp = at < groups.length || [own, ...others].some((each) => each.isCut);
    const { chosen, isCut } = chooseOldest(
      own.living,
      others.filter(isLiving).map(({ living }) => living),
      most,
      (a, b) => compareUtf8(sinceOf.get(a)!, sinceOf.get(b)!),
    );
    const open = [own, ...others].flatMap((each) => each.open);
    return { chosen: [...chosen, ...open], isCut: isCut || isGivenUp };
  }

  async function chooseNearestOf(
    { scope }: Search,
    all: readonly NearContent[],
    most: number,
    contents: ContentsOf,
  ): Promise<Chosen> {
    if (all.length < most) return { chosen: all.map(({ content }) => content), isCut: false };
    const byFingerprint = groupBy(all, ({ fingerprint }) => fingerprint);
    const found = new Map<string, Oldest>();
    let left = most;
    for (const [fingerprint, group] of byFingerprint) {
      const some = group.map(({ content }) => content);
      const oldest = await readOldest(some, noMore(), left, contents);
      found.set(fingerprint, oldest);
      left -= oldest.living.length;
      if (left === 0 || (scope !== undefined && found.size > outsideMax)) break;
    }
    const isGivenUp =
      found.size < byFingerprint.size || [...found.values()].some((each) => each.isCut);
    const near = Array.from(byFingerprint.values(), ([first]) => ({
      ...{ distance: first!.distance, fingerprint: fromHex(first!.fingerprint) },
    }));
    const { chosen, isCut } = chooseNearest(near, most, ({ fingerprint }, atMost) =>
      (found.get(toHex(fingerprint))?.living ?? []).slice(0, atMost),
    );
    const open = [...found.values()].flatMap((each) => each.open);
    return { chosen: [...chosen, ...open], isCut: isCut || isGivenUp };
  }

  /** Returns the contents within the distance, ordered by distance, fingerprint and age. */
  async function within(
    { collection: { generation, recipe }, signature, rule: { maxDistance } }: Search,
    by: 'quorum' | 'one',
  ): Promise<NearContent[]> {
    const keys = nearKeys(signature, recipe, geometry, maxDistance);
    const bareKeys = new Set(keys.map(bareKey));
    const found = new Map<string, NearContent>();
    const note = (page: UnderKey) => {
      const bare = bareKeys.has(page.key);
      for (const each of page.contents) {
        const distance = hammingDistance(fromHex(each.fingerprint), signature.fingerprint);
        const isNew = distance <= maxDistance && !found.has(each.content);
        if (isNew) found.set(each.content, { ...each, distance, bare });
      }
    };
    for (const page of await rows.under(generation, [...keys, ...bareKeys], by, 1000)) {
      note(page);
      for (let last = page; last.last !== null; ) {
        last = await rows.behind(generation, last, by);
        note(last);
      }
    }
    return [...found.values()].sort(
      (a, b) =>
        a.distance - b.distance ||
        compareUtf8(a.fingerprint, b.fingerprint) ||
        compareUtf8(a.since, b.since),
    );
  }

  return {
    openContents,
    candidates,

    /**
     * Returns the exact hashes of the candidates that a single replica has. The replica may lack some. Costs a fraction
     * of a quorum read.
     */
    async glance(search: Search): Promise<readonly string[]> {
      const { collection, signature } = search;
      const { sketch } = signature;
      const { bands } = collection.recipe;
      const keys = sketch && bands ? bandKeys(sketch, bands).map(familyKey) : [];
      const [near, pages] = await Promise.all([
        within(search, 'one'),
        rows.under(collection.generation, keys, 'one', 40),
      ]);
      const alike = pages.flatMap(({ contents }) => contents);
      return [...new Set([...near, ...alike].map(({ content }) => content))];
    },
  };
}

interface NearContent extends KeyedContent {
  readonly distance: number;
  /** True if the content has no evidence. */
  readonly bare: boolean;
}

/**
 * Takes contents in order until `atMost` of them have a document. However many others are in front of them, they do not
 * count; of those that are outside the scope, `outsideMax` do not.
 * @param some the first contents
 * @param more the contents after them, which are read only if they are needed
 */
async function readOldest(
  some: readonly string[],
  more: AsyncIterable<string>,
  atMost: number,
  contents: ContentsOf,
): Promise<Oldest> {
  const [living, open] = [new Set<string>(), new Set<string>()];
  let outside = 0;
  const taken = (isCut: boolean) => ({ living: [...living], open: [...open], isCut });
  for await (const next of inChunks(chained(some, more), Math.max(atMost, familyMax))) {
    const documents = await Promise.all(next.map((content) => first(contents(content).living)));
    for (const [at, content] of next.entries()) {
      (documents[at] === undefined ? open : living).add(content);
      if (living.size === atMost) return taken(false);
      if ((await first(contents(content).attempts)) === undefined) outside += 1;
      if (outside > outsideMax) return taken(true);
    }
  }
  return taken(false);
}

async function* inScope(
  attempts: AsyncIterable<AttemptRow>,
  scope: Scope | undefined,
): AsyncIterable<AttemptRow> {
  for await (const attempt of attempts) if (isInScope(attempt, scope)) yield attempt;
}

async function* inChunks<T>(values: AsyncIterable<T>, length: number): AsyncIterable<T[]> {
  let chunk: T[] = [];
  for await (const value of values) {
    if (chunk.push(value) < length) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

async function* chained<T>(some: readonly T[], more: AsyncIterable<T>): AsyncIterable<T> {
  yield* some;
  yield* more;
}

async function* noMore(): AsyncIterable<never> {}

const hasKeys = ({ collection: { recipe }, signature, rule }: Search, geometry: Geometry) =>
  nearKeys(signature, recipe, geometry, rule.maxDistance).length > 0 ||
  (signature.sketch !== null && recipe.bands !== null);

/** Returns an iterable that can be read several times. Each value is read from the source on demand, and only once. */
function readOnce<T>(source: AsyncIterable<T>): AsyncIterable<T> {
  const iterator = source[Symbol.asyncIterator]();
  const read: Promise<IteratorResult<T>>[] = [];
  return {
    async *[Symbol.asyncIterator]() {
      for (let at = 0; ; at++) {
        read[at] ??= iterator.next();
        const { done, value } = await read[at]!;
        if (done) return;
        yield value;
      }
    },
  };
}

export async function first<T>(values: AsyncIterable<T>): Promise<T | undefined> {
  for await (const value of values) return value;
  return undefined;
}
