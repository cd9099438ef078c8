import { NeardupError } from '../errors.js';
import { type Recipe, recipeId } from '../fingerprint/recipe.js';
import { storedSignature } from '../matching/match-rule.js';
import type { Client } from '../quota/task-context.js';
import type { Claim } from '../store/contract/claims.js';
import type { Collection } from '../store/contract/collections.js';
import type { StoredDocument } from '../store/contract/documents.js';
import type { EmbeddedOperations } from '../store/contract/embedded-store.js';
import type { SignerOperations } from '../workers/signer.js';
import type { Collections } from './collections.js';
import type { Job, JobContext, Jobs, JobUseCases } from './jobs.js';

/**
 * Rebuilds a collection under another recipe while it is in use.
 *
 *   begin      creates an empty successor and starts recording the ids of changed documents
 *   copy       copies every document in the order of ids, signed again from its kept text
 *   catch up   copies the changed documents again, until no changes are recorded
 *   swap       replaces the collection in one transaction; if documents have changed again, catches up first
 *
 * No write is lost: each is either copied or recorded. Copying and catching up handle at most `pageLength` documents in
 * a turn. Clients may write faster than that; see `createWaits`.
 */
export interface ReindexOptions {
  readonly store: EmbeddedOperations;
  readonly signer: SignerOperations;
  readonly collections: Collections;
  readonly jobs: Jobs;
  readonly clock: () => number;
}

const pageLength = 200;
const freeTurns = 10;
const equalWaits = 20;

export function createReindex(options: ReindexOptions): JobUseCases['reindex'] {
  const { store, signer, collections, jobs, clock } = options;

  return async function reindex(
    name: string,
    partial: Partial<Recipe>,
    client?: Client,
  ): Promise<Job> {
    const recipe = await collections.recipeFor(`reindex collection "${name}"`, partial);
    const collection = await collections.find(name);
    if (!collection.keepText) {
      throw new NeardupError(
        'text_not_kept',
        `Cannot reindex collection "${name}": its texts are not kept (keepText), so there is nothing to sign again`,
      );
    }
    jobs.refuseBeside('reindex', name, ['scan']);
    const { documents } = await store.stats({ collection }, { client });
    const parameters = { recipeId: recipeId(recipe) };
    const successor = await store.beginSuccessor({ collection, recipe, ...parameters }, { client });
    const description = { kind: 'reindex', collection: name, parameters } as const;
    return jobs.start(description, documents, async (report, signal) => {
      try {
        await move(collection, successor, documents, report, { client, signal });
        return undefined;
      } catch (error) {
        await store.abandonSuccessor({ collection }, { client });
        throw error;
      }
    });
  };

  async function move(
    from: Collection,
    to: Collection,
    documents: number,
    report: (done: number) => void,
    context: JobContext,
  ): Promise<void> {
    const waits = createWaits(() => collections.hold(from.name));
    let done = 0;
    try {
      for (let after: string | null = null; ; ) {
        const page: StoredDocument[] = await store.list(
          { collection: from, idPrefix: null, after, limit: pageLength, now: clock() },
          context,
        );
        const last = page.at(-1);
        if (last === undefined) break;
        // Clients may always add ids that sort after the page being copied.
        if (done > documents) waits.nextTurn(page.length < pageLength);
        await copy(listIds(page), from, to, context);
        done += page.length;
        report(done);
        after = last.id;
      }
      // Clients that write at half the speed of the job, or more slowly, do not wait.
      waits.allow(Math.max(freeTurns, Math.ceil(done / pageLength)));
      await catchUp(from, to, waits, context);
    } finally {
      waits.end();
    }
  }

  async function catchUp(
    from: Collection,
    to: Collection,
    waits: Waits,
    context: JobContext,
  ): Promise<void> {
    for (;;) {
      const ids = await store.takeChanges({ collection: from, limit: pageLength }, context);
      waits.nextTurn(ids.length < pageLength);
      if (ids.length === 0) {
        if (await store.completeSuccessor({ collection: from }, context)) return;
        continue;
      }
      const present = new Set(await copy(ids, from, to, context));
      const gone = ids.filter((id) => !present.has(id));
      await store.delete({ collection: to, ids: gone, now: clock() }, context);
    }
  }

  /**
   * Copies documents with their texts, all read in one step. A missing document was deleted or has expired: a deletion
   * is recorded for catching up, and a copy expires at the same time as its original.
   * @returns ids of the documents that existed
   */
  async function copy(
    ids: readonly string[],
    from: Collection,
    to: Collection,
    context: JobContext,
  ): Promise<readonly string[]> {
    const documents = await store.getArchived({ collection: from, ids, now: clock() }, context);
    const signed = await Promise.all(
      documents.map(async (document) => {
        if (document.text === null) throw withoutText(from);
        const signature = await signer.signPacked(document.text, to.recipe, context);
        const claimed = document.claimed && (await signClaim(document.claimed, from, to, context));
        return { ...document, signature, claimed };
      }),
    );
    await store.restore({ collection: to, documents: signed }, context);
    return listIds(documents);
  }

  /** Signs, with the new recipe, the version that a claimed document replaced. */
  async function signClaim(
    claim: Claim,
    from: Collection,
    to: Collection,
    context: JobContext,
  ): Promise<Claim> {
    const { former } = claim;
    if (former === null) return claim;
    if (former.text === null) throw withoutText(from);
    const signature = await signer.signPacked(former.text, to.recipe, context);
    const stored = storedSignature(signature, to.recipe);
    return { ...claim, former: { ...former, signature: stored } };
  }
}

type Waits = ReturnType<typeof createWaits>;

/**
 * Makes new operations on a collection wait, so that the job ends although clients write faster than it copies. After
 * `freeTurns` turns, they wait for one turn at a time; after `equalWaits` such waits for two turns at a time, and so on,
 * because those that have waited may write any number of documents. From a turn with fewer than `pageLength` documents
 * on, they wait until the job ends, unless operations that had begun write many more.
 */
function createWaits(hold: () => () => void) {
  let release: (() => void) | undefined;
  let turn = 0;
  let nextWait = freeTurns;
  let waits = 0;

  /** Must be called at the beginning of each turn. @param isLast true if this turn may be the last one */
  function nextTurn(isLast: boolean): void {
    if (turn >= nextWait && !(isLast && release)) {
      release?.();
      release = hold();
      nextWait = turn + 1 + Math.floor(waits++ / equalWaits);
    }
    turn++;
  }

  function end(): void {
    release?.();
    release = undefined;
  }

  return {
    nextTurn,
    /** Lets operations begin without waiting for a number of turns. */
    allow(turns: number): void {
      end();
      nextWait = turn + turns;
    },
    end,
  };
}

const listIds = (documents: readonly StoredDocument[]) => documents.map(({ id }) => id);

/**
 * Returns the error for a document without a kept text. The message names no document, because a job may be listed
 * longer than the document is stored.
 */
function withoutText({ name }: Collection): NeardupError {
  return new NeardupError(
    'text_not_kept',
    `Cannot reindex collection "${name}": it has documents without a kept text, which were posted as features or as a fingerprint; in an export, their lines have no "text"`,
  );
}
