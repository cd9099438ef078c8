import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

/**
 * Serves packed packages as a registry, so that npm installs them as users do: it obeys a shrinkwrap only if the
 * registry reports one. Requests for other packages are redirected to the configured registry.
 * @param {string} folder folder with the tarballs
 */
export async function startRegistry(folder) {
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  const packages = new Map(); // by name
  for (const file of tarballs) {
    const read = (...args) => execFileSync('tar', args, { cwd: folder, encoding: 'utf8' });
    const manifest = JSON.parse(read('-xzOf', file, 'package/package.json'));
    const hasShrinkwrap = read('-tzf', file).split('\n').includes('package/npm-shrinkwrap.json');
    const bytes = readFileSync(join(folder, file));
    packages.set(manifest.name, { manifest, file, bytes, hasShrinkwrap });
  }
  const server = createServer(({ url = '/' }, response) => {
    const path = decodeURIComponent(url.slice(1));
    const packed = [...packages.values()].find(({ file }) => path === `-/${file}`);
    if (packed !== undefined) response.end(packed.bytes);
    else if (packages.has(path)) response.end(JSON.stringify(description(packages.get(path))));
    else response.writeHead(302, { location: new URL(url.slice(1), upstream).href }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${server.address().port}`;

  function description({ manifest, file, bytes, hasShrinkwrap }) {
    const { name, version } = manifest;
    const dist = {
      tarball: `${address}/-/${file}`,
      integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
    };
    return {
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { ...manifest, dist, _hasShrinkwrap: hasShrinkwrap } },
    };
  }

  return { address, close: () => server.close() };
}
