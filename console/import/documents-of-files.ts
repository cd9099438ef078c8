import Papa from 'papaparse';

/** A line of a file; null fields if it cannot be read. */
export interface Row {
  readonly file: string;
  /** Number of the line, from 1; the header of a table is the first. */
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>> | null;
}

export type FileKind = 'lines' | 'table' | 'page';

/** Returns the kind of a file by its name: a page, a table, or else NDJSON. */
export function kindOf({ name }: Pick<File, 'name'>): FileKind {
  const plain = name.toLowerCase().replace(/\.gz$/, '');
  if (/\.(html?|xhtml)$/.test(plain)) return 'page';
  return /\.(csv|tsv)$/.test(plain) ? 'table' : 'lines';
}

/** The rows of a file of lines or of a table, some at a time. */
export async function* rowsOf(file: File): AsyncGenerator<readonly Row[]> {
  if (kindOf(file) === 'lines') yield* rowsOfLines(file);
  else yield* rowsOfTable(file);
}

/** The bytes of a file, unpacked if it is packed. */
export function bytesOf(file: File): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = file.stream();
  return /\.gz$/i.test(file.name) ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes;
}

async function* rowsOfLines(file: File): AsyncGenerator<readonly Row[]> {
  const reader = bytesOf(file).pipeThrough(new TextDecoderStream()).getReader();
  let line = 0;
  let rest = '';
  const rowOf = (text: string): Row[] => {
    line += 1;
    return text.trim() === '' ? [] : [{ file: file.name, line, fields: objectOf(text) }];
  };
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const texts = (rest + read.value).split('\n');
      rest = texts.pop() as string;
      yield texts.flatMap(rowOf);
    }
    yield rowOf(rest);
  } finally {
    await reader.cancel();
  }
}

async function* rowsOfTable(file: File): AsyncGenerator<readonly Row[]> {
  const blob = await new Response(bytesOf(file)).blob();
  let names: readonly string[] | null = null;
  let line = 0;
  for await (const { cells, broken } of chunksOfTable(new File([blob], file.name))) {
    const rows: Row[] = [];
    for (const [index, values] of cells.entries()) {
      line += 1;
      if (names === null) names = values;
      else rows.push({ file: file.name, line, fields: broken.has(index) ? null : named(values) });
    }
    yield rows;
  }

  /** Null if there are more values than names: nobody knows what the others are. */
  function named(values: readonly string[]): Row['fields'] {
    const columns = names ?? [];
    if (values.length > columns.length) return null;
    return Object.fromEntries(values.map((value, index) => [columns[index], value]));
  }
}

interface Chunk {
  readonly cells: readonly string[][];
  /** Indexes of the rows that cannot be read. */
  readonly broken: ReadonlySet<number | undefined>;
}

/** The parser pushes chunks; it waits until each was taken. */
async function* chunksOfTable(file: File): AsyncGenerator<Chunk> {
  let take: (chunk: Chunk | null) => void = () => {};
  let fail: (error: Error) => void = () => {};
  let parser: Papa.Parser | null = null;
  const next = () =>
    new Promise<Chunk | null>((resolve, reject) => {
      take = resolve;
      fail = reject;
    });
  let coming = next();
  Papa.parse<string[], File>(file, {
    skipEmptyLines: 'greedy',
    delimiter: /\.tsv(\.gz)?$/i.test(file.name) ? '\t' : '',
    chunk({ data, errors }, paused) {
      parser = paused;
      paused.pause();
      const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row));
      take({ cells: data, broken });
    },
    complete: () => take(null),
    error: (error) => fail(error),
  });
  try {
    for (let chunk = await coming; chunk !== null; chunk = await coming) {
      coming = next();
      yield chunk;
      (parser as Papa.Parser | null)?.resume();
    }
  } finally {
    (parser as Papa.Parser | null)?.abort();
  }
}

/**
 * An object of JSON. Numbers beyond what a number of JavaScript holds stay as their digits, so that
 * an id is the one in the file.
 * @returns null: it is none
 */
function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null; // the number of the line tells where it is
  }
}

/** Newer browsers tell what stood there. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && /^-?\d+$/.test(source) ? source : value;
}
