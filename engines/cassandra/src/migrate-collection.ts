import { isDeepStrictEqual } from 'node:util';
import {
  type Collection,
  type DocumentWithCluster,
  documentBytes,
  hasWords,
  isFull,
  type MigrateCollection,
  type Migrated,
  NeardupError,
  type Store,
} from 'neardup/engine';

const pageLength = 200;

/**
 * Copies a collection from one store to another, with its signatures, times, revisions and kept texts, then compares
 * the two collections. Skips documents that are already in the target, so that an interrupted copy can be resumed. No
 * client may write to either collection meanwhile.
 * @throws `collection_not_found`; `validation_failed` if a document is claimed; `recipe_mismatch` if the target has a
 *   collection of this name under another recipe; `store_unsupported` if the target does not support the recipe;
 *   `internal` if the copy differs from the source
 */
export async function migrateCollection(migration: MigrateCollection): Promise<Migrated> {
  const { from, to, name, now, onProgress } = migration;
  const source = await from.getCollection(name);
  if (source === undefined) {
    throw new NeardupError('collection_not_found', `No collection is named "${name}"`);
  }
  const target = (await to.getCollection(name)) ?? (await createLike(migration, source));
  if (target.recipeId !== source.recipeId) {
    throw new NeardupError(
      'recipe_mismatch',
      `Cannot copy collection "${name}" with recipe ${source.recipeId}: the target has recipe ${target.recipeId}`,
    );
  }
  let migrated: Migrated = { documents: 0, written: 0 };
  for await (const page of pagesOf(from, source, now)) {
    const claimed = page.find(({ claim }) => claim !== null);
    if (claimed !== undefined) throw isClaimed(name, claimed.id);
    const missing = await findMissing(to, target, page, now);
    const texts = await from.texts({ collection: source, ids: listIds(missing), now });
    await to.restore({
      collection: target,
      documents: missing.map(({ cluster, claim, ...document }, index) => ({
        ...document,
        text: texts[index]!,
      })),
    });
    const { documents, written } = migrated;
    migrated = { documents: documents + page.length, written: written + missing.length };
    onProgress(migrated);
  }
  await verify(migration, source, target);
  return migrated;
}

function createLike({ to, collectionsMax, now }: MigrateCollection, source: Collection) {
  if (hasWords(source.recipe) && !to.features.has('ownTexts')) {
    throw new NeardupError(
      'store_unsupported',
      `Cannot copy collection "${source.name}": the target does not support recipes with words of their own`,
    );
  }
  if (source.recipe.parts && !to.features.has('parts')) {
    throw new NeardupError(
      'store_unsupported',
      `Cannot copy collection "${source.name}": the target does not support parts`,
    );
  }
  const { generation, createdAt, ...given } = source;
  return to.createCollection({ ...given, collectionsMax, now });
}

async function* pagesOf(store: Store, collection: Collection, now: number) {
  for (let after: string | null = null; ; ) {
    const page: DocumentWithCluster[] = await store.list({
      ...{ collection, idPrefix: null, after, limit: pageLength, now },
    });
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.id;
  }
}

async function findMissing(
  store: Store,
  collection: Collection,
  page: readonly DocumentWithCluster[],
  now: number,
): Promise<DocumentWithCluster[]> {
  const there = new Map<string, DocumentWithCluster>();
  for (let ids = listIds(page); ids.length > 0; ) {
    const found = await store.get({ collection, ids, now });
    for (const document of found) there.set(document.id, document);
    ids = isFull(found, documentBytes) ? ids.slice(ids.indexOf(found.at(-1)!.id) + 1) : [];
  }
  return page.filter((document) => !isEqual(document, there.get(document.id)));
}

/** Verifies that both collections have the same documents with the same texts. Clusters are not copied or compared. */
async function verify(
  { from, to, name, now }: MigrateCollection,
  source: Collection,
  target: Collection,
) {
  let [sent, arrived] = [0, 0];
  for await (const page of pagesOf(from, source, now)) {
    sent += page.length;
    const missing = await findMissing(to, target, page, now);
    if (missing.length > 0) throw differs(name, `document "${missing[0]!.id}" is different`);
    const texts = await from.texts({ collection: source, ids: listIds(page), now });
    const copies = await to.texts({ collection: target, ids: listIds(page), now });
    const other = page.find((_, index) => !isDeepStrictEqual(copies[index], texts[index]));
    if (other !== undefined) throw differs(name, `the text of "${other.id}" is different`);
  }
  for await (const page of pagesOf(to, target, now)) arrived += page.length;
  if (arrived !== sent) throw differs(name, `it has ${arrived} documents instead of ${sent}`);
}

function isEqual(document: DocumentWithCluster, copy: DocumentWithCluster | undefined): boolean {
  return isDeepStrictEqual({ ...document, cluster: null }, copy && { ...copy, cluster: null });
}

const listIds = (documents: readonly DocumentWithCluster[]) => documents.map(({ id }) => id);

function isClaimed(name: string, id: string): NeardupError {
  return new NeardupError(
    'validation_failed',
    `Cannot copy collection "${name}": document "${id}" is claimed; restart the service, then confirm the claim or wait until it expires`,
  );
}

function differs(name: string, how: string): NeardupError {
  return new NeardupError('internal', `The copy of collection "${name}" differs: ${how}`);
}
