import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const service = process.env.NEARDUP_URL ?? 'http://127.0.0.1:8080';

/**
 * Builds dist/console: static files that work under any path, because references are relative. During development, `npm
 * run console` serves the console at /console/ and needs a running service.
 */
export default defineConfig(({ command }) => ({
  cacheDir: fileURLToPath(new URL('../.cache/vite', import.meta.url)),
  resolve: { tsconfigPaths: true }, // uses the source of neardup-client, which need not be built first
  base: command === 'build' ? './' : '/console/',
  build: {
    outDir: fileURLToPath(new URL('../dist/console', import.meta.url)),
    emptyOutDir: true,
    target: ['chrome123', 'firefox120', 'safari17.5'], // first versions with light-dark() in CSS
    assetsInlineLimit: 0, // the content security policy refuses inline assets
    modulePreload: false,
    license: { fileName: 'licenses.txt' }, // the licences of bundled packages require this
  },
  server: { proxy: { '^/(?!console)': service } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [gzipped()],
}));

/** Writes a gzipped copy next to each file, so that the service need not compress. */
function gzipped(): Plugin {
  let outDir: string;
  return {
    name: 'gzipped',
    apply: 'build',
    configResolved({ root, build }) {
      outDir = resolve(root, build.outDir);
    },
    closeBundle() {
      const files = readdirSync(outDir, { recursive: true, withFileTypes: true });
      for (const file of files.filter((each) => each.isFile() && !each.name.endsWith('.gz'))) {
        const path = join(file.parentPath, file.name);
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
      }
    },
  };
}
