import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { exported, given, imported, open } from '../cli/exporting.js';

interface Expected {
  readonly madeAt: string;
  readonly collections: Readonly<Record<string, { readonly decisions: readonly Decision[] }>>;
}

interface Decision {
  readonly probe: { readonly id: string; readonly text: string };
  readonly decision: string;
  readonly duplicateOf: string | null;
  readonly similarTo: string | null;
}

interface Baseline extends Expected {
  readonly linesOf: (collection: string) => string;
}

const folder = new URL('baseline/', import.meta.url);
const commits = readdirSync(folder);

/** Fields and lines that the exports of a commit contain between them. */
const contents = [
  ...['"kind":"separation"', '"kind":"label"', '"kind":"cluster"', '"stored":false'],
  ...['"claim":{', '"former":{', '"former":null', '"metadata":{', '"text":"', '"parts":{'],
  ...['"sketch":null', '"sketch":"', '"expiresAt":"', '"method":"minhash"'],
];

/** Exports of earlier versions, made by `make-baseline.ts`. Importing them must always work. */
describe.each(commits)('an export of version %s', (commit) => {
  const { madeAt, collections, linesOf } = readBaseline(commit);

  it('exists for each collection, and has all kinds of lines', () => {
    const names = readdirSync(new URL(commit, folder)).filter((name) => name.endsWith('.gz'));
    expect(names.sort()).toEqual(
      Object.keys(collections)
        .map((name) => `${name}.ndjson.gz`)
        .sort(),
    );
    const all = Object.keys(collections).map(linesOf).join('');
    for (const part of contents) expect(all).toContain(part);
  });

  it.each(Object.keys(collections))(
    'of collection "%s" restores the same documents, clusters and decisions',
    async (collection) => {
      stopClock(madeAt);
      const { detector, service } = await open();
      const lines = linesOf(collection);
      const refusesSimilar = lines.includes('"duplicateIf":"similar"');
      expect(await imported(service, lines)).toBe(0);
      const again = await exported(service, collection);
      expect(parsed(again)).toEqual(parsed(lines));
      for (const { expiresAt, lastSeenAt, lifetimeMs } of documentsIn(again)) {
        const left = expiresAt && Date.parse(expiresAt) - Date.parse(lastSeenAt);
        expect(lifetimeMs ?? null).toBe(left);
      }
      for (const { probe, ...expected } of collections[collection]!.decisions) {
        const { outcome } = await detector.check(given({ ...probe, collection }), {
          dryRun: true,
        });
        const { decision, duplicateOf, similarTo, best } = outcome;
        const isCompared = lines.includes('"text":') || best?.exact !== false;
        const isProven = isCompared && !(best !== null && probe.id === edited);
        const isKept = isProven || refusesSimilar || expected.decision !== 'duplicate';
        expect({ id: probe.id, decision, duplicateOf, similarTo }).toEqual({
          id: probe.id,
          ...(isKept ? expected : similarInstead(expected)),
        });
        if (!isCompared) expect(best!.adds).toBeNull();
      }
    },
  );

  it.each(['simhash', 'minhash'])(
    'of collection "%s" replaces the empty collection "default"',
    async (collection) => {
      stopClock(madeAt);
      const { detector, service } = await open();
      const lines = linesOf(collection).replaceAll(
        `"collection":"${collection}"`,
        '"collection":"default"',
      );
      expect(await imported(service, lines)).toBe(0);
      expect(parsed(await exported(service, 'default'))).toEqual(parsed(lines));
      // The collection now has documents, so another recipe must not replace its own.
      const other = collection === 'minhash' ? 'simhash' : 'minhash';
      const others = linesOf(other).replaceAll(`"collection":"${other}"`, '"collection":"default"');
      await expect(imported(service, others)).rejects.toMatchObject({ code: 'recipe_mismatch' });
      expect(parsed(await exported(service, 'default'))).toEqual(parsed(lines));
      expect(await detector.listCollections()).toHaveLength(1);
    },
  );
});

/** Sets the clock to the time of the exports: claims last an hour, and some documents a year. */
function stopClock(madeAt: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(madeAt) });
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
}

function readBaseline(commit: string): Baseline {
  const read = (name: string) => readFileSync(new URL(`${commit}/${name}`, folder));
  return {
    ...(JSON.parse(read('expected.json').toString()) as Expected),
    linesOf: (collection) => gunzipSync(read(`${collection}.ndjson.gz`)).toString(),
  };
}

/** Probe in which ordinary words are replaced. Earlier versions refused it. */
const edited = 'probe/bread';

/** The first exports have no evidence. If they have no texts either, only exact copies are refused. */
function similarInstead({ duplicateOf, similarTo }: Omit<Decision, 'probe'>) {
  return { decision: 'similar', duplicateOf: null, similarTo: duplicateOf ?? similarTo };
}

/** Fields of signatures, which depend on the recipe rules. Only earlier exports have `traits`. */
const signed = new Set([
  ...['fingerprint', 'featureCount', 'shortText', 'exactHash'],
  ...['sketch', 'shingles', 'traits', 'evidence', 'parts'],
]);

/** Fields of earlier exports alone, or of later ones. */
const unshared = new Set(['departure', 'lifetimeMs', 'reason']);

interface DocumentLine {
  readonly expiresAt: string | null;
  readonly lastSeenAt: string;
  readonly lifetimeMs?: number;
}

function documentsIn(lines: string): DocumentLine[] {
  const all = parsedLines(lines);
  return all.filter((line): line is DocumentLine => 'lastSeenAt' in line);
}

const parsedLines = (lines: string): object[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);

/**
 * Returns the lines without signatures, and without the header, whose version and settings may grow. Earlier exports
 * call a member's `addsNothing` field `same`, do not tell what a new version adds to the former one, and have the former
 * places of separated members. They lack the lifetimes of documents, and the reasons of checks that made claims.
 */
function parsed(lines: string): object[] {
  return lines
    .trim()
    .split('\n')
    .slice(1)
    .map(
      (line) =>
        JSON.parse(
          line.replaceAll('"same":', '"addsNothing":').replace(',"adds":null,"gone":null', ''),
          (name, value) => (signed.has(name) || unshared.has(name) ? undefined : value),
        ) as object,
    );
}
