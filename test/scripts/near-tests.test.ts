import { expect, it } from 'vitest';
import { nearTests } from '../../scripts/near-tests.js';

const tests = new Map([
  ['test/text/units.test.ts', ''],
  ['test/text/words.test.ts', "import { toUnits } from '../../src/text/units.js';"],
  ['test/text/words.slow.test.ts', "import { toUnits } from '../../src/text/units.js';"],
  ['test/http/check.test.ts', "import { openTestApp } from './test-app.js';"],
  ['test/http/other.test.ts', "import { openTestApp } from './other-test-app.js';"],
  ['engines/batch/test/units.test.ts', ''],
  ['engines/batch/test/nodes.cluster.test.ts', "import { t } from '../src/units.js';"],
  ['test/browser/shell.test.ts', "import { t } from '../../console/text/text.js';"],
]);

it.each([
  ['a source: its own tests, and those that import it', 'src/text/units.ts', ['units', 'words']],
  ['a source of an engine: its own tests', 'engines/batch/src/units.ts', ['units']],
  ['a helper of tests: those that import it', 'test/http/test-app.ts', ['check']],
  ['a test: itself', 'test/text/words.test.ts', ['words']],
  ['a slow test: none', 'test/text/words.slow.test.ts', []],
  ['the console: none that needs a browser', 'console/text/text.ts', []],
  ['a file that no test imports: none', 'docs/api.md', []],
])('the tests near %s', (_, changed, names) => {
  const found = nearTests([changed], tests);
  expect(found.map((path) => /(\w+(?:\.slow)?)\.test\.ts$/.exec(path)![1])).toEqual(names);
});
