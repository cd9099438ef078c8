/**
 * Writes data/words.trie.gz from jieba's dictionary. Run it after tsc: `node scripts/build-trie.mjs [dist]`. Takes a
 * few seconds, which every start of the service then saves.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import xxhash from 'xxhash-wasm';

const dist = resolve(process.argv[2] ?? 'dist');
const compiled = (/** @type {string} */ file) => import(pathToFileURL(join(dist, file)).href);
const { buildWordTrie } = await compiled('text/build-word-trie.js');
const { checksum } = await compiled('text/dictionaries.js');
const { chineseData, loadIdf } = await compiled('text/segment-chinese.js');
const { encodeWordTrie } = await compiled('text/word-trie-file.js');

const target = join(dist, 'data/words.trie.gz');
const { h64: xxh64 } = await xxhash();
const { dictionary, idf } = chineseData;
const checksums = { chinese: checksum(dictionary), idf: checksum(idf) };
const trie = buildWordTrie({ dictionary, idf: loadIdf().byWord, xxh64 });

mkdirSync(dirname(target), { recursive: true });
// Renamed when complete, because a process may be reading the old file.
const file = new Uint8Array(encodeWordTrie(trie, checksums));
writeFileSync(`${target}.new`, gzipSync(file, { level: 9 }));
renameSync(`${target}.new`, target);
