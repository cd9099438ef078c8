/**
 * Runs check-vectors.ts on the oldest supported and the newest Node of each major line, from npm: `npm run test:nodes
 * [-- VERSION…]`, which builds first.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const versions =
  process.argv.length > 2
    ? process.argv.slice(2)
    : ['20.19.0', '20', '22.14.0', '22', '24.0.0', '24'];
const check = fileURLToPath(new URL('check-vectors.ts', import.meta.url));
const failed = versions.filter((version) => {
  const { status } = spawnSync('npx', ['-y', `node@${version}`, '--import', 'tsx', check], {
    stdio: 'inherit',
  });
  return status !== 0;
});
if (failed.length > 0) {
  console.error(`Signatures differ, or could not be computed, on Node ${failed.join(', ')}`);
  process.exitCode = 1;
}
