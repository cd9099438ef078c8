/** A function on a stack: its name and its file; native functions have no file. */
interface Frame {
  readonly functionName: string;
  readonly url: string;
}

/**
 * The step of a check to which a stack belongs, by the innermost frame that belongs to a step; null
 * if the thread waits for work.
 * @param stack from the innermost frame on
 */
export function stepOf(stack: readonly Frame[]): string | null {
  const { functionName } = stack[0]!;
  if (functionName === '(idle)' || functionName === 'atomicsWaitLoop') return null;
  // The function itself only begins and commits.
  if (functionName === 'runTransaction') return 'commit and wait for the disk';
  for (const frame of stack) {
    const step = steps.find(([matches]) => matches(frame));
    if (step !== undefined) return step[1];
  }
  return functionName === '(garbage collector)' ? 'garbage' : 'the engine itself, system calls';
}

const inFile =
  (...parts: readonly string[]) =>
  ({ url }: Frame) =>
    parts.some((part) => url.includes(part));
const named =
  (...names: readonly string[]) =>
  ({ functionName }: Frame) =>
    names.includes(functionName);

/** The first match counts. */
const steps: readonly (readonly [matches: (frame: Frame) => boolean, step: string])[] = [
  [inFile('/dist/text/', '/dist/fingerprint/'), 'sign'],
  [
    inFile('candidates.js', 'posting-lists.js', 'block-index.js', 'band-index.js', 'matches.js'),
    'probe: candidates and matches',
  ],
  [inFile('/dist/store/sqlite/write-buffer/'), 'insert: rows that are buffered, and move'],
  [inFile('/dist/store/sqlite/runs/'), 'sorted runs: written, merged, looked up'],
  [
    inFile(
      '/dist/store/sqlite/tables/documents.js',
      '/dist/store/sqlite/tables/document-ids.js',
      '/dist/store/sqlite/tables/contents.js',
    ),
    'insert: documents and contents',
  ],
  [
    inFile(
      '/dist/store/sqlite/sqlite-store.js',
      '/dist/store/sqlite/thread/',
      'internal/worker',
      'internal/per_context/messageport',
    ),
    'hop between threads',
  ],
  [inFile('/dist/store/sqlite/engine/checkpoints.js'), 'move of the log into the file'],
  [inFile('/dist/store/'), 'the rest of the store'],
  [inFile('/piscina/', '/dist/workers/'), 'hop between threads'],
  [named('parse'), 'parse JSON'],
  [inFile('/zod/', 'validation.js', '/dist/http/schemas'), 'validate'],
  [inFile('fast-json-stringify', '/dist/http/replies', 'json.js'), 'serialise'],
  [named('stringify', 'serialize'), 'serialise'],
  [inFile('/dist/detector/'), 'detector'],
  [inFile('/prom-client/', 'metrics.js'), 'metrics'],
  [inFile('/pino/', 'sonic-boom', '/dist/http/log'), 'log'],
  [
    inFile('/dist/http/', '/fastify/', '/find-my-way/', '/avvio/', '/@fastify/'),
    'fastify and routes',
  ],
  [
    inFile(
      'node:_http',
      'node:net',
      'node:internal/stream',
      'node:internal/streams',
      'node:internal/http',
    ),
    'HTTP and sockets',
  ],
];
