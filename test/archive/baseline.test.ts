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

const folder = new URL('baseline/', import.meta.url);
const { madeAt, collections } = JSON.parse(
  readFileSync(new URL('expected.json', folder), 'utf8'),
) as Expected;

/** Exports of an earlier version, made by `make-baseline.ts`. Importing them must always work. */
describe('an export of the baseline', () => {
  it('exists for each collection, and has all kinds of lines', () => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.gz'));
    expect(names.sort()).toEqual(
      Object.keys(collections)
        .map((name) => `${name}.ndjson.gz`)
        .sort(),
    );
    const all = Object.keys(collections).map(linesOf).join('');
    for (const part of [
      ...['"kind":"separation"', '"kind":"label"', '"kind":"cluster"', '"stored":false'],
      ...['"claim":{', '"former":{', '"former":null', '"metadata":{', '"text":"', '"parts":{'],
      ...['"sketch":null', '"sketch":"', '"expiresAt":"', '"method":"minhash"'],
    ]) {
      expect(all).toContain(part);
    }
  });

  it.each(Object.keys(collections))(
    'of collection "%s" restores the same documents, clusters and decisions',
    async (collection) => {
      // Its claims last an hour, and some of its documents a year.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(madeAt) });
      vi.spyOn(process.stdout, 'write').mockReturnValue(true);
      vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      onTestFinished(() => {
        vi.restoreAllMocks();
        vi.useRealTimers();
      });
      const { detector, service } = await open();
      const lines = linesOf(collection);
      expect(await imported(service, lines)).toBe(0);
      expect(parsed(await exported(service, collection))).toEqual(parsed(lines));
      for (const { probe, ...expected } of collections[collection]!.decisions) {
        const { outcome } = await detector.check(given({ ...probe, collection }), {
          dryRun: true,
        });
        const { decision, duplicateOf, similarTo, best } = outcome;
        const isCompared = lines.includes('"text":') || best?.exact !== false;
        expect({ id: probe.id, decision, duplicateOf, similarTo }).toEqual({
          id: probe.id,
          ...(isCompared ? expected : similarInstead(expected)),
        });
        if (!isCompared) expect(best!.adds).toBeNull();
      }
    },
  );
});

it.each(Object.keys(collections))(
  'of collection "%s" from an earlier version replaces the empty collection "default"',
  async (collection) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(madeAt) });
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => {
      vi.restoreAllMocks();
      vi.useRealTimers();
    });
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

/** An export without texts has no evidence, so only exact copies are refused. */
function similarInstead({ duplicateOf, similarTo }: Omit<Decision, 'probe'>) {
  return { decision: 'similar', duplicateOf: null, similarTo: duplicateOf ?? similarTo };
}

function linesOf(collection: string): string {
  return gunzipSync(readFileSync(new URL(`${collection}.ndjson.gz`, folder))).toString('utf8');
}

/** Fields of signatures, which depend on the recipe rules. Only earlier exports have `traits`. */
const signed = new Set([
  ...['fingerprint', 'featureCount', 'shortText', 'exactHash'],
  ...['sketch', 'shingles', 'traits', 'evidence', 'parts'],
]);

/**
 * Returns the lines without signatures, and without the header, whose version and settings may grow. Earlier exports
 * call a member's `addsNothing` field `same`.
 */
function parsed(lines: string): object[] {
  return lines
    .trim()
    .split('\n')
    .slice(1)
    .map(
      (line) =>
        JSON.parse(line.replaceAll('"same":', '"addsNothing":'), (name, value) =>
          signed.has(name) ? undefined : value,
        ) as object,
    );
}
