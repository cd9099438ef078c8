import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** The root of the package: the same from `src/` and from `dist/`. */
const packageRoot = new URL('../', import.meta.url);

const { version } = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as {
  version: string;
};

export { version };

/** A compiled module by its path below `dist/`; threads cannot load TypeScript. */
export function compiledFile(path: string): URL {
  return new URL(`dist/${path}`, packageRoot);
}

/** Directory of the built console. */
export const consoleDirectory = fileURLToPath(compiledFile('console'));

/**
 * The words of jieba's dictionary as the build left them, read once: threads share the bytes. The file is
 * packed to less than half; unpacking takes 40 ms.
 */
export function wordTrieBytes(): SharedArrayBuffer {
  wordTrie ??= readShared(compiledFile('data/words.trie.gz'));
  return wordTrie;
}

let wordTrie: SharedArrayBuffer | undefined;

function readShared(file: URL): SharedArrayBuffer {
  const unpacked = gunzipSync(readFileSync(file));
  const bytes = new SharedArrayBuffer(unpacked.byteLength);
  new Uint8Array(bytes).set(unpacked);
  return bytes;
}
