import { posix } from 'node:path';

const { dirname, relative } = posix;

/**
 * Returns the tests near changed files: those that changed, those with the path of a changed source below `test`, and
 * those that import a changed file. Without slow and long tests, those of clusters and of the browser.
 * @param changed paths from the root of the project, with `/`
 * @param tests text of each file of tests, by path
 */
export function nearTests(
  changed: readonly string[],
  tests: ReadonlyMap<string, string>,
): readonly string[] {
  return [...tests].filter(([test, text]) => isNear(test, text, changed)).map(([test]) => test);
}

function isNear(test: string, text: string, changed: readonly string[]): boolean {
  if (/\.(slow|long|cluster)\.test\.ts$|^test\/browser\//.test(test)) return false;
  return changed.some((path) => mirrors(test, path) || imports(test, text, path));
}

/** Tests if a test is the changed file, or about it, as `test/text/units.test.ts` is about `src/text/units.ts`. */
function mirrors(test: string, path: string): boolean {
  return (
    test === path ||
    test === path.replace(/(^|^engines\/\w+\/)src\//, '$1test/').replace(/\.ts$/, '.test.ts')
  );
}

function imports(test: string, text: string, path: string): boolean {
  const there = relative(dirname(test), path).replace(/\.tsx?$/, '.js');
  return text.includes(`'${there.startsWith('.') ? there : `./${there}`}'`);
}
