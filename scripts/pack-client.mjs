/**
 * Fills clients/typescript with the contents of the client package; run by `npm pack -w neardup-client`. The sources
 * are in src/client, which the service also uses.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'clients/typescript');
const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);
rmSync(join(target, 'dist'), { recursive: true, force: true });
cpSync(join(root, 'dist/client'), join(target, 'dist'), { recursive: true });
cpSync(join(root, 'openapi/openapi.json'), join(target, 'dist/openapi.json'));
cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
