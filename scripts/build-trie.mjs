/**
 * Writes dist/data/words.trie from jieba's dictionary; run it after tsc: `node scripts/build-trie.mjs`.
 * It takes a few seconds, which no start of the service has to spend.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import xxhash from 'xxhash-wasm';
import { buildWordTrie } from '../dist/text/build-word-trie.js';
import { checksum } from '../dist/text/dictionaries.js';
import { chineseData, loadIdf } from '../dist/text/segment-chinese.js';
import { encodeWordTrie } from '../dist/text/word-trie-file.js';

const target = fileURLToPath(new URL('../dist/data/words.trie', import.meta.url));
const { h64: xxh64 } = await xxhash();
const { dictionary, idf } = chineseData;
const checksums = { chinese: checksum(dictionary), idf: checksum(idf) };
const trie = buildWordTrie({ dictionary, idf: loadIdf().byWord, xxh64 });

mkdirSync(dirname(target), { recursive: true });
// Under its own name only when it is whole: a reader may be about.
writeFileSync(`${target}.new`, new Uint8Array(encodeWordTrie(trie, checksums)));
renameSync(`${target}.new`, target);
