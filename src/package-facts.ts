import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Root of the package. The relative path is the same from `src/` and from `dist/`. */
const packageRoot = new URL('..', import.meta.url);

const { version } = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as {
  version: string;
};

export { version };

/** Returns the URL of the compiled module at a path below `dist/`. Threads need it, as they cannot load TypeScript. */
export function compiledFile(path: string): URL {
  return new URL(`dist/${path}`, packageRoot);
}

/** Returns the description of all operations (openapi/openapi.json) as JSON without white space. */
export function readDescription(): Buffer {
  return readFileSync(compiledFile('data/openapi.json'));
}

/** Directory of the built console. */
export const consoleDirectory = fileURLToPath(compiledFile('console'));

/**
 * Returns the word trie that was built from jieba's dictionary. The file is read and unpacked only once, and threads
 * share the bytes. Compression more than halves the size of the file; unpacking takes 40 ms.
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
