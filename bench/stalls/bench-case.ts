import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Collection } from '../../src/store/contract/collections.js';
import type { CheckOperation } from '../../src/store/contract/documents.js';
import type { Store } from '../../src/store/contract/store.js';
import { newCollection, randomChecks, recipeFor } from '../random-documents.js';
import type { Build, Step } from './build.js';

/** Something that may occupy the thread of the store for long. */
export interface StallCase {
  readonly name: string;
  readonly measure: (place: Place) => Promise<readonly Stall[]>;
}

/** Where a case puts its files, and its scale: 1 is the size in the docs. */
export interface Place {
  readonly build: Build;
  readonly directory: string;
  readonly scaled: (count: number) => number;
}

export interface Stall {
  readonly what: string;
  /** The times that the callers saw. */
  readonly took: string;
  /** The steps of the thread meanwhile. */
  readonly steps: readonly Step[];
}

const hybrid = recipeFor('hybrid', { count: 8, rows: 3 });
const simhash = recipeFor('simhash', null);
/** Operations that wait at the same time while a file is filled. */
const fillingLanes = 2000;

export const expiry = 1_800_000_000_000;

export function createHybrid(store: Store, name = 'pages'): Promise<Collection> {
  return store.createCollection({ ...newCollection(name, hybrid), collectionsMax: 10 });
}

export function createSimhash(store: Store, name = 'pages'): Promise<Collection> {
  return store.createCollection({ ...newCollection(name, simhash), collectionsMax: 10 });
}

export const hybridRecipe = hybrid;

/** Checks of documents that resemble no other, under ids that `idOf` repeats. */
export function checksOf(collection: Collection, seed = 3): () => CheckOperation {
  const next = randomChecks(seed, collection, collection.recipe);
  let number = 0;
  return () => ({ ...next(), id: idOf(number++) });
}

export const idOf = (number: number) => `https://example.org/pages/${number}`;

export async function addAll(
  store: Store,
  count: number,
  next: (number: number) => CheckOperation,
): Promise<void> {
  for (let from = 0; from < count; from += fillingLanes) {
    const lanes = Math.min(fillingLanes, count - from);
    await Promise.all(
      Array.from({ length: lanes }, (_, i) => store.add({ ...next(from + i), id: idOf(from + i) })),
    );
  }
}

/** The time of an action by the clock, in milliseconds. */
export async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

/** A copy of the file as a killed process would leave it; nothing is written while it is copied. */
export function copyAsKilled(file: string, directory: string): string {
  const copy = join(directory, 'killed.db');
  for (const suffix of ['', '-wal']) {
    if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix);
  }
  return copy;
}
