import { NeardupError } from '../errors.js';
import type { WordTrie } from './word-trie.js';

/**
 * The file that holds a word trie: a header of 32-bit integers, then arrays, each at a multiple of 64 bytes, all
 * little-endian. Opening a file creates views without copying, so all threads can share one SharedArrayBuffer.
 *
 *    0  magic "NDWT"
 *    1  version of this layout and of the segmentation rules
 *    2  bytes of the whole file
 *    3  number of words
 *    4  checksum of the word list (two integers), then checksum of the idf table (two integers)
 *    8  offset and length in bytes of each array, in the order of `arrays`
 */
const magic = 0x5457444e;
const version = 4;
const sizeField = 2;
const wordCountField = 3;
const checksumsField = 4;
const arraysField = 8;
const headerBytes = 128;
const alignment = 64;

/** Arrays in file order. */
const arrays = {
  rankOf: Uint16Array,
  slots: Int32Array,
  costs: Float64Array,
  hashHigh: Int32Array,
  hashLow: Int32Array,
  idfIndex: Uint16Array,
  idfValues: Float64Array,
  idfAverages: Float64Array,
  names: Uint8Array,
} as const;
const names = Object.keys(arrays) as (keyof typeof arrays)[];

/** Checksums of the trie's source data, 16 hex digits each, as in recipes. */
export interface WordTrieChecksums {
  readonly chinese: string;
  readonly idf: string;
}

/** A trie as views of a file's bytes, with the checksums of its source data. */
export interface WordTrieFile {
  readonly trie: WordTrie;
  readonly checksums: WordTrieChecksums;
}

/**
 * Opens a file.
 * @throws NeardupError `not_ready` if the bytes are not a word trie or have another version
 */
export function openWordTrie(bytes: ArrayBufferLike): WordTrieFile {
  if (bytes.byteLength < headerBytes) refuse(`it has ${bytes.byteLength} bytes only`);
  const header = new Int32Array(bytes, 0, headerBytes / 4);
  if (header[0] !== magic) refuse('it does not begin as one');
  if (header[1] !== version) refuse(`its version is ${header[1]}, this build reads ${version}`);
  if (header[sizeField] !== bytes.byteLength) {
    refuse(`it has ${bytes.byteLength} bytes, its header says ${header[sizeField]}`);
  }
  const view = <Values>(
    name: keyof typeof arrays,
    array: { new (bytes: ArrayBufferLike, offset: number, length: number): Values } & {
      readonly BYTES_PER_ELEMENT: number;
    },
  ): Values => {
    const field = arraysField + 2 * names.indexOf(name);
    return new array(bytes, header[field]!, header[field + 1]! / array.BYTES_PER_ELEMENT);
  };
  const trie = {
    wordCount: header[wordCountField]!,
    rankOf: view('rankOf', Uint16Array),
    slots: view('slots', Int32Array),
    costs: view('costs', Float64Array),
    hashHigh: view('hashHigh', Int32Array),
    hashLow: view('hashLow', Int32Array),
    idfIndex: view('idfIndex', Uint16Array),
    idfValues: view('idfValues', Float64Array),
    idfAverages: view('idfAverages', Float64Array),
    names: view('names', Uint8Array),
  };
  const chinese = checksumText(header, checksumsField);
  return { trie, checksums: { chinese, idf: checksumText(header, checksumsField + 2) } };
}

/**
 * Compares the checksum of an installed package's data with the checksum of the data from which the trie was built.
 * @throws NeardupError `not_ready` if they differ
 */
export function refuseOtherData(
  name: keyof WordTrieChecksums,
  built: WordTrieChecksums,
  installed: string,
): void {
  if (built[name] === installed) return;
  refuse(`it was built from data "${name}" with checksum ${built[name]}, here is ${installed}`);
}

/** Returns the bytes of the file. Equal tries give equal bytes on every machine. */
export function encodeWordTrie(trie: WordTrie, checksums: WordTrieChecksums): ArrayBuffer {
  const offsets: number[] = [];
  let size = headerBytes;
  for (const name of names) {
    offsets.push(size);
    size += Math.ceil(trie[name].byteLength / alignment) * alignment;
  }
  const bytes = new ArrayBuffer(size);
  const header = new Int32Array(bytes, 0, headerBytes / 4);
  header.set([magic, version, size, trie.wordCount]);
  header.set(
    [...checksumParts(checksums.chinese), ...checksumParts(checksums.idf)],
    checksumsField,
  );
  for (const [index, name] of names.entries()) {
    header.set([offsets[index]!, trie[name].byteLength], arraysField + 2 * index);
    new arrays[name](bytes, offsets[index]!, trie[name].length).set(trie[name]);
  }
  return bytes;
}

function checksumParts(checksum: string): number[] {
  return [Number.parseInt(checksum.slice(0, 8), 16), Number.parseInt(checksum.slice(8), 16)];
}

function checksumText(header: Int32Array, field: number): string {
  return [header[field]!, header[field + 1]!]
    .map((part) => (part >>> 0).toString(16).padStart(8, '0'))
    .join('');
}

function refuse(reason: string): never {
  throw new NeardupError(
    'not_ready',
    `Cannot use the file of Chinese words: ${reason}. Build it again with "npm run build", or install this release again`,
  );
}
