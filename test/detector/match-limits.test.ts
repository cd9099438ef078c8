import { expect, it } from 'vitest';
import { matchRule } from '../../src/detector/collections.js';
import type { Collection } from '../../src/store/contract/collections.js';
import { newCollection } from '../store/samples.js';

it('only the rule of a collection without title comparison has the title setting', () => {
  const ruleOf = (compareTitles: boolean) => {
    const collection: Collection = { ...newCollection('pages'), generation: 1, createdAt: 0 };
    return matchRule('check', { ...collection, compareTitles }, {});
  };
  expect(ruleOf(true)).not.toHaveProperty('compareTitles');
  expect(ruleOf(false)).toEqual({ ...ruleOf(true), compareTitles: false });
});
