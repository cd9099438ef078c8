import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { globSync } from 'tinyglobby';
import { describeFileError, NeardupError } from '../errors.js';
import type { MediaType } from '../extract/media-types.js';

/** An input for import: a file with many documents, or a single page. */
export type Input = ManyInOne | PageFile;

interface InputFile {
  readonly name: string;
  /** Size of the file on disk in bytes; null if unknown, as for a pipe. */
  readonly size: number | null;
}

/** A file with many documents. */
interface ManyInOne extends InputFile {
  readonly kind: 'data';
}

export interface PageFile extends InputFile {
  readonly kind: 'page';
  readonly id: string;
  readonly mediaType: MediaType;
}

export interface FoundInputs {
  readonly inputs: readonly Input[];
  /** Number of files in directories that were skipped because their kind is not supported. */
  readonly skipped: number;
}

const mediaTypes: ReadonlyMap<string, MediaType> = new Map([
  ['.txt', 'text/plain'],
  ['.html', 'text/html'],
  ['.htm', 'text/html'],
  ['.md', 'text/markdown'],
  ['.markdown', 'text/markdown'],
  ['.xhtml', 'application/xhtml+xml'],
  ['.xml', 'application/xml'],
  ['.rss', 'application/xml'],
  ['.atom', 'application/xml'],
  ['.pdf', 'application/pdf'],
  ['.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
]);
/** Matches the names of files that may have many documents. Their format is detected when they are opened. */
const data = /\.(json|jsonl|ndjson|csv|tsv|warc|wet|wacz|parquet)$/i;
/** Extensions of compressed files. `a.jsonl.gz` and `a.gz` may contain documents; `a.tar.gz` does not. */
const packing = /\.(gz|zst|zstd|bz2)$/i;

/**
 * Finds the inputs for names of files, directories and patterns; `-` is standard input. The id of a page is its name,
 * or in a directory its relative path. A file that is named explicitly and is not a page is treated as a file with many
 * documents. A name with `*`, `?`, `[` or `{` is a pattern unless a file has this name; the files that match are sorted
 * by name.
 * @throws NeardupError `extraction_failed` if there is no such file
 */
export function findInputs(names: readonly string[]): FoundInputs {
  const inputs: Input[] = [];
  let skipped = 0;
  for (const name of names.flatMap(findFiles)) {
    if (name === '-' || !isDirectory(name)) {
      inputs.push(createInput(name, name) ?? { kind: 'data', name, size: fileSize(name) });
      continue;
    }
    for (const path of listFiles(name)) {
      const file = join(name, path);
      const input = isDirectory(file) ? undefined : createInput(file, path.replaceAll(sep, '/'));
      if (input === undefined) skipped += 1;
      else inputs.push(input);
    }
  }
  return { inputs, skipped };
}

/**
 * Returns the paths of the files and links in a directory and the directories below it, relative to it, sorted. Links to
 * directories are not followed: they may lead back to a directory above, and two such links make 2^40 paths.
 */
function listFiles(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return files.map(({ parentPath, name }) => relative(directory, join(parentPath, name))).sort();
}

function findFiles(name: string): readonly string[] {
  if (!/[*?[{]/.test(name) || existsSync(name)) return [name];
  const files = globSync(name, { dot: true, expandDirectories: false });
  if (files.length > 0) return files.sort();
  throw new NeardupError('extraction_failed', `Cannot read "${name}": no file matches it`);
}

/** Total size of all inputs on disk in bytes; null if any size is unknown. */
export function sumBytes(inputs: readonly Input[]): number | null {
  let total = 0;
  for (const { size } of inputs) {
    if (size === null) return null;
    total += size;
  }
  return total;
}

function createInput(name: string, id: string): Input | undefined {
  const inside = basename(name).replace(packing, '');
  const isPacked = inside !== basename(name);
  if (data.test(inside) || (isPacked && !inside.includes('.'))) {
    return { kind: 'data', name, size: fileSize(name) };
  }
  const mediaType = mediaTypeByName(name);
  return mediaType && { kind: 'page', name, id, mediaType, size: fileSize(name) };
}

/** Returns the media type that a file name indicates; undefined if such files have no text. */
export function mediaTypeByName(name: string): MediaType | undefined {
  const [extension = ''] = /\.\w+$/.exec(basename(name).toLowerCase()) ?? [];
  return mediaTypes.get(extension);
}

function fileSize(name: string): number | null {
  if (name === '-') return null;
  const facts = statIfAny(name);
  return facts.isFile() ? facts.size : null;
}

function isDirectory(name: string): boolean {
  return statIfAny(name).isDirectory();
}

function statIfAny(name: string) {
  try {
    return statSync(name);
  } catch (error) {
    throw unreadable(name, error as Error);
  }
}

export function unreadable(name: string, error: NodeJS.ErrnoException): NeardupError {
  if (error instanceof NeardupError) return error;
  return new NeardupError(
    'extraction_failed',
    `Cannot read "${name}": ${describeFileError(error)}`,
    {
      cause: error,
    },
  );
}
