import type { Recipe } from '../fingerprint/recipe.js';
import type { Signature } from '../fingerprint/signature.js';
import { storedSignature } from '../matching/match-rule.js';
import type { Claim, FormerVersion } from '../store/contract/claims.js';
import type {
  Cluster,
  ListSeparations,
  Member,
  SeatedMembers,
  Separation,
} from '../store/contract/clusters.js';
import type { StoredDocument } from '../store/contract/documents.js';
import type { EmbeddedStore } from '../store/contract/embedded-store.js';
import type { Label, ListLabels } from '../store/contract/labels.js';
import { packText, unpackPageText } from '../text/kept-text.js';
import type { PageText } from '../text/page-text.js';
import type { SignerOperations } from '../workers/signer.js';
import type { Collections } from './collections.js';
import { unpackFacts } from './kept-facts.js';

/** A document with all its stored data. */
export interface ArchiveDocument extends StoredDocument {
  /** Kept main text; null if the text is not kept. */
  readonly text: string | null;
  /** Kept lines outside the main text; undefined if there are none. */
  readonly rest?: string | undefined;
  /** True if each line of the kept text is a block of a page. */
  readonly isBlocks?: boolean | undefined;
  /** True if the signature was computed by an earlier version. */
  readonly isEarlier?: boolean | undefined;
  /** Absent if the document is not claimed. */
  readonly claimed?: ArchivedClaim | undefined;
}

export interface ArchivedClaim extends Omit<Claim, 'former'> {
  readonly former: (Omit<ArchiveDocument, 'claimed'> & Pick<FormerVersion, 'seated'>) | null;
}

/** Use cases that copy all rows of a collection from one store to another. */
export interface ArchiveUseCases {
  /**
   * Returns at most `limit` documents after the id `after`, in the byte order of their ids. The page is shorter if
   * documents are deleted while it is read, and empty only at the end.
   */
  listArchived(
    name: string,
    after: string | null,
    limit: number,
  ): Promise<readonly ArchiveDocument[]>;
  /** Returns at most `limit` clusters after the id `after`, in the byte order of their ids. */
  listClustersById(name: string, after: string | null, limit: number): Promise<readonly Cluster[]>;
  /** Returns at most `limit` members of a cluster, after the member `after`; none if the cluster was deleted. */
  membersAfter(
    name: string,
    id: string,
    after: Pick<Member, 'stored' | 'seat'> | null,
    limit: number,
  ): Promise<readonly Member[]>;
  /** Returns at most `limit` separations: those that follow `after` in the sort order of separations. */
  separationsAfter(
    name: string,
    after: ListSeparations['after'],
    limit: number,
  ): Promise<readonly Separation[]>;
  /** Returns at most `limit` labels: those that follow `after` in the sort order of labels. */
  labelsAfter(name: string, after: ListLabels['after'], limit: number): Promise<readonly Label[]>;
  /**
   * Stores a document unchanged, including times and revision, and replaces any document with the same id. The
   * signature must match the recipe of the collection; a signature computed with an earlier version of the recipe is
   * recomputed if the document has a text. Drops the text if the collection keeps no texts.
   */
  restoreArchived(name: string, document: ArchiveDocument): Promise<void>;
  /**
   * Adds members to their clusters unchanged, in this order. Their documents must exist. The first members of a new
   * cluster must be stored ones.
   */
  restoreMembers(name: string, seated: readonly SeatedMembers[]): Promise<void>;
  /**
   * Restores a separation with its time and the document that left a cluster, if any. Does nothing if the two documents
   * are already separate.
   */
  restoreSeparation(name: string, separation: Separation): Promise<void>;
  /** Stores a label unchanged. @throws `document_not_found` */
  restoreLabel(name: string, label: Label): Promise<void>;
}

export function createTransfer(
  store: EmbeddedStore,
  signer: SignerOperations,
  collections: Collections,
  clock: () => number,
): ArchiveUseCases {
  function listArchived(
    name: string,
    after: string | null,
    limit: number,
  ): Promise<readonly ArchiveDocument[]> {
    return collections.reach(name, async (collection) => {
      for (let last = after; ; ) {
        const now = clock();
        const page = { collection, idPrefix: null, after: last, limit, now };
        const ids = (await store.list(page)).map(({ id }) => id);
        const documents = await store.getArchived({ collection, ids, now });
        if (documents.length > 0 || ids.length === 0) {
          return documents.map(({ claimed, ...document }) => ({
            ...withText(document),
            claimed: claimed && { ...claimed, former: claimed.former && withText(claimed.former) },
          }));
        }
        last = ids.at(-1)!;
      }
    });
  }

  function listClustersById(
    name: string,
    after: string | null,
    limit: number,
  ): Promise<readonly Cluster[]> {
    return collections.reach(name, (collection) =>
      store.clustersById({ collection, after, limit, now: clock() }),
    );
  }

  function membersAfter(
    name: string,
    id: string,
    after: Pick<Member, 'stored' | 'seat'> | null,
    limit: number,
  ): Promise<readonly Member[]> {
    return collections.reach(name, async (collection) => {
      const page = { collection, id, storedOnly: false, after, limit, now: clock() };
      return (await store.cluster(page))?.members ?? [];
    });
  }

  function separationsAfter(
    name: string,
    after: ListSeparations['after'],
    limit: number,
  ): Promise<readonly Separation[]> {
    return collections.reach(name, (collection) => store.separations({ collection, after, limit }));
  }

  function restoreArchived(name: string, { claimed, ...document }: ArchiveDocument): Promise<void> {
    return collections.use(name, async ({ keepText, ...collection }) => {
      const { recipe } = collection;
      const packed = async <D extends Omit<ArchiveDocument, 'claimed'>>(given: D) => {
        const { text, rest, isBlocks, isEarlier, ...others } = given;
        if (text === null) return { ...others, text };
        const title = unpackFacts(given)?.title ?? null;
        const page = { text, rest, isBlocks, title };
        return {
          ...others,
          ...(isEarlier && { signature: await signAgain(page, recipe) }),
          text: keepText ? packText(page) : null,
        };
      };
      const former = claimed?.former ? await packed(claimed.former) : null;
      const claim = claimed && { ...claimed, former };
      const documents = [{ ...(await packed(document)), claimed: claim }];
      return store.restore({ collection, documents });
    });
  }

  async function signAgain(page: PageText, recipe: Recipe): Promise<Signature> {
    return storedSignature(await signer.sign({ kind: 'text', ...page }, recipe), recipe);
  }

  function restoreMembers(name: string, seated: readonly SeatedMembers[]): Promise<void> {
    return collections.reach(name, async (collection) => {
      await Promise.all(
        seated.map((each) => store.withBackpressure.restoreMembers({ collection, ...each })),
      );
    });
  }

  function restoreSeparation(
    name: string,
    { createdAt, ...separation }: Separation,
  ): Promise<void> {
    return collections.reach(name, async (collection) => {
      await store.separate({ collection, ...separation, now: createdAt });
    });
  }

  function labelsAfter(
    name: string,
    after: ListLabels['after'],
    limit: number,
  ): Promise<readonly Label[]> {
    return collections.reach(name, (collection) =>
      store.labels({ collection, after, limit, now: clock() }),
    );
  }

  function restoreLabel(name: string, { createdAt, ...label }: Label): Promise<void> {
    return collections.reach(name, (collection) =>
      store.label({ collection, ...label, separate: false, now: createdAt }),
    );
  }

  return {
    listArchived,
    listClustersById,
    membersAfter,
    separationsAfter,
    restoreArchived,
    restoreMembers,
    restoreSeparation,
    labelsAfter,
    restoreLabel,
  };
}

function withText<D extends { readonly text: Uint8Array | null }>({ text, ...document }: D) {
  if (text === null) return { ...document, text };
  const { title: _, ...page } = unpackPageText(text);
  return { ...document, ...page };
}
