/**
 * Writes data/words.trie.gz from jieba's dictionary: `tsx scripts/build-trie.ts [dist]`. Takes a few seconds, which every
 * start of the service then saves.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import xxhash from 'xxhash-wasm';
import { checksum } from '../src/text/dictionaries.js';
import { chineseData, loadIdf } from '../src/text/segment-chinese.js';
import { encodeWordTrie } from '../src/text/word-trie-file.js';
import { buildWordTrie } from './build-word-trie.js';

const target = join(resolve(process.argv[2] ?? 'dist'), 'data/words.trie.gz');
const { h64: xxh64 } = await xxhash();
const { dictionary, idf } = chineseData;
const checksums = { chinese: checksum(dictionary), idf: checksum(idf) };
const trie = buildWordTrie({ dictionary, idf: loadIdf().byWord, xxh64 });

mkdirSync(dirname(target), { recursive: true });
// Renamed when complete, because a process may be reading the old file.
const file = new Uint8Array(encodeWordTrie(trie, checksums));
writeFileSync(`${target}.new`, gzipSync(file, { level: 9 }));
renameSync(`${target}.new`, target);
