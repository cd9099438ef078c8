import { describe, it } from 'vitest';
import { slowGroups } from './pages.js';
import { runPages } from './run-page.js';

describe.each(slowGroups.map((group) => [group.join(', '), group] as const))('%s', (_, group) => {
  it('prints what its commands print', () => runPages(group));
});
