import Papa from 'papaparse';

/** A record of a file; `fields` is null if the record cannot be read. */
export interface Row {
  readonly file: string;
  /** Line number from 1; a table's header is the first line. */
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>> | null;
}

export type FileKind = 'lines' | 'table' | 'page';

/** Returns the kind of a file by name: a page, a table, or otherwise NDJSON. */
export function detectKind({ name }: Pick<File, 'name'>): FileKind {
  const plain = name.toLowerCase().replace(/\.gz$/, '');
  if (/\.(html?|xhtml)$/.test(plain)) return 'page';
  return /\.(csv|tsv)$/.test(plain) ? 'table' : 'lines';
}

/** Yields rows of a line-based file or a table in chunks. */
export async function* readRows(file: File): AsyncGenerator<readonly Row[]> {
  if (detectKind(file) === 'lines') yield* rowsOfLines(file);
  else yield* rowsOfTable(file);
}

/** Returns the bytes of a file, decompressed if necessary. */
export function readBytes(file: File): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = file.stream();
  return /\.gz$/i.test(file.name) ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes;
}

async function* rowsOfLines(file: File): AsyncGenerator<readonly Row[]> {
  const reader = readBytes(file).pipeThrough(new TextDecoderStream()).getReader();
  let line = 0;
  let rest = '';
  const parseRow = (text: string): Row[] => {
    line += 1;
    return text.trim() === '' ? [] : [{ file: file.name, line, fields: parseObject(text) }];
  };
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const texts = (rest + read.value).split('\n');
      rest = texts.pop() as string;
      yield texts.flatMap(parseRow);
    }
    yield parseRow(rest);
  } finally {
    await reader.cancel();
  }
}

async function* rowsOfTable(file: File): AsyncGenerator<readonly Row[]> {
  const blob = await new Response(readBytes(file)).blob();
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

  /** Null if there are more values than names: the surplus values have no meaning. */
  function named(values: readonly string[]): Row['fields'] {
    const columns = names ?? [];
    if (values.length > columns.length) return null;
    return Object.fromEntries(values.map((value, index) => [columns[index], value]));
  }
}

interface Chunk {
  readonly cells: readonly string[][];
  /** Indexes of unreadable rows. */
  readonly broken: ReadonlySet<number | undefined>;
}

/** Yields the chunks of a table. The parser pauses after each chunk until the chunk is consumed. */
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
 * Parses a JSON object. Numbers too large for JavaScript keep their digits, so that an id stays as in the file.
 * @returns null if the text is not a JSON object
 */
function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null; // the line number locates the fault
  }
}

/** Returns the source text of an integer that is too large. Only newer browsers pass the source text. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && /^-?\d+$/.test(source) ? source : value;
}
