import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import './api/issue-words.js';
import { findSimilar } from './api/suggestion.js';
import { clusterForm, clusterKind } from './engine-packages.js';
import { type FieldError, NeardupError } from './errors.js';

const ownSettings = 'its user and password are settings of their own';

/** A setting: its environment variable, the schema of its value (which includes the default), and its meaning. */
interface Setting<T> {
  readonly variable: string;
  readonly form: z.ZodType<T>;
  readonly meaning: string;
  /** True for a secret: its value must not appear in reports, log lines or messages. */
  readonly secret: boolean;
}

/**
 * Schema of a whole number. It specifies an error message, because text that is not a number is converted to NaN, and
 * the default message would mention NaN.
 */
const wholeNumber = z.coerce.number({ error: 'must be a whole number' });
const count = (fallback: number) => wholeNumber.int().min(1).default(fallback);
const countOrNone = wholeNumber.int().min(0).default(0);
const list = z.string().transform((text) => text.split(',').map((item) => item.trim()));
const bytes = (fallback: number) => count(fallback).pipe(z.number().max(512 * 1024 * 1024));
const threads = () => count(Math.max(1, availableParallelism() - 1)).pipe(z.number().max(256));
const setting = <T>(variable: string, form: z.ZodType<T>, meaning: string): Setting<T> => ({
  variable,
  form,
  meaning,
  secret: false,
});
const secret = <T>(...row: Parameters<typeof setting<T>>): Setting<T> => ({
  ...setting(...row),
  secret: true,
});

/**
 * All settings of neardup. A test compares them with the table in docs/configuration.md. Modules declare the options
 * they take; this file only maps the environment to these options.
 */
export const settings = {
  host: setting('NEARDUP_HOST', z.string().default('127.0.0.1'), 'address to listen on'),
  port: setting(
    'NEARDUP_PORT',
    wholeNumber.int().min(0).max(65535).default(8080),
    'port to listen on; 0 takes a free one',
  ),
  dataFile: setting(
    'NEARDUP_DATA',
    z.string().default('./data/neardup.db'),
    'database file; `:memory:` keeps nothing on disk',
  ),
  storeUrl: setting(
    'NEARDUP_STORE',
    z
      .string()
      .regex(new RegExp(`^${clusterKind}://[^@]*$`), `must be ${clusterForm}; ${ownSettings}`)
      .optional(),
    `store to use instead of the database file: \`${clusterForm}\``,
  ),
  storeUser: setting('NEARDUP_STORE_USER', z.string().optional(), 'user for that store'),
  storePassword: secret('NEARDUP_STORE_PASSWORD', z.string().optional(), 'password for that user'),
  storeCaFile: setting(
    'NEARDUP_STORE_CA_FILE',
    z.string().optional(),
    'PEM file with the certificates that the nodes of that store are verified with; none: no TLS',
  ),
  storeReplication: setting(
    'NEARDUP_STORE_REPLICATION',
    count(3).pipe(z.number().max(9)),
    'number of nodes that store each row, when a keyspace is created',
  ),
  storeGeometry: setting(
    'NEARDUP_STORE_GEOMETRY',
    z.enum(['4x16', '10x25', '16x28', '20x31']).default('10x25'),
    'geometry of the index, when a keyspace is created',
  ),
  backupDirectory: setting(
    'NEARDUP_BACKUP_DIR',
    z.string().optional(),
    'directory for the copies that `POST /backup` writes; none: no backups over HTTP',
  ),
  apiKey: secret(
    'NEARDUP_API_KEY',
    z
      .string()
      .regex(/^[\x21-\x7e]{16,512}$/, 'needs 16 to 512 visible ASCII characters')
      .optional(),
    'key with all rights, sent as `Authorization: Bearer KEY`; 16 to 512 visible ASCII characters',
  ),
  keys: secret(
    'NEARDUP_KEYS',
    z.string().optional(),
    'further keys with scopes: JSON as in `NEARDUP_KEYS_FILE`',
  ),
  keysFile: setting(
    'NEARDUP_KEYS_FILE',
    z.string().optional(),
    'JSON file with further keys and their scopes; reloaded on SIGHUP',
  ),
  allowAnonymous: setting(
    'NEARDUP_ALLOW_ANONYMOUS',
    z.stringbool().default(false),
    'accept requests without a key from other machines',
  ),
  bodyBytesMax: setting(
    'NEARDUP_BODY_BYTES_MAX',
    bytes(2 * 1024 * 1024),
    'largest body of JSON, plain text or Markdown, in bytes',
  ),
  htmlBytesMax: setting(
    'NEARDUP_HTML_BYTES_MAX',
    bytes(8 * 1024 * 1024),
    'largest body of HTML or XML, in bytes',
  ),
  fileBytesMax: setting(
    'NEARDUP_FILE_BYTES_MAX',
    bytes(16 * 1024 * 1024),
    'largest body of PDF or DOCX, in bytes',
  ),
  bulkBytesMax: setting(
    'NEARDUP_BULK_BYTES_MAX',
    count(4 * 1024 ** 3),
    'largest body of a bulk request after decompression, in bytes',
  ),
  bulkRequestsMax: setting(
    'NEARDUP_BULK_REQUESTS_MAX',
    count(8),
    'maximum number of concurrent bulk requests, half of it per key or address; more are throttled with `overloaded`',
  ),
  bulkUnreadBytesMax: setting(
    'NEARDUP_BULK_UNREAD_BYTES_MAX',
    count(16 * 1024 ** 2).pipe(z.number().max(1024 ** 3)),
    'maximum size of bulk results waiting for a client that does not read them, in bytes',
  ),
  eventsConnectionsMax: setting(
    'NEARDUP_EVENTS_CONNECTIONS_MAX',
    count(16),
    'maximum number of concurrent readers of `GET /events`, half of it per key or address; more are throttled with `overloaded`',
  ),
  eventsUnreadBytesMax: setting(
    'NEARDUP_EVENTS_UNREAD_BYTES_MAX',
    count(256 * 1024).pipe(
      z
        .number()
        .min(4096)
        .max(1024 ** 3),
    ),
    'maximum size of unread events before a reader is disconnected, in bytes',
  ),
  featuresMax: setting(
    'NEARDUP_FEATURES_MAX',
    count(100_000),
    'maximum number of features of a document',
  ),
  collectionsMax: setting('NEARDUP_COLLECTIONS_MAX', count(1000), 'maximum number of collections'),
  signingThreads: setting(
    'NEARDUP_SIGNING_THREADS',
    threads(),
    'threads that one client may use for signing long texts; one more thread is kept for others; by default the number of cores minus one',
  ),
  signingQueueMax: setting(
    'NEARDUP_SIGNING_QUEUE_MAX',
    count(64),
    'maximum number of long texts waiting for a signing thread; more are throttled with `overloaded`',
  ),
  shortTextLengthMax: setting(
    'NEARDUP_SHORT_TEXT_LENGTH_MAX',
    wholeNumber.int().min(0).default(16_384),
    'texts up to this length, in UTF-16 units, are signed on the event loop, or in groups on a thread of their own when many wait; they never wait for long texts',
  ),
  extractionThreads: setting(
    'NEARDUP_EXTRACTION_THREADS',
    threads(),
    'number of pages (HTML and other formats) that are read concurrently for one client; one more process is kept for others; by default the number of cores minus one',
  ),
  extractionQueueMax: setting(
    'NEARDUP_EXTRACTION_QUEUE_MAX',
    count(64),
    'maximum number of pages waiting to be read, and of short pages in addition; more are throttled with `overloaded`',
  ),
  extractionTimeMaxMs: setting(
    'NEARDUP_EXTRACTION_TIME_MAX_MS',
    count(1500),
    'processor time for reading one page, in milliseconds; a process that exceeds it is replaced',
  ),
  extractionMemoryMaxMiB: setting(
    'NEARDUP_EXTRACTION_MEMORY_MAX_MIB',
    count(512).pipe(z.number().min(64)),
    'heap of a process that reads pages, in MiB; a process that exceeds it is replaced',
  ),
  extractedTextLengthMax: setting(
    'NEARDUP_EXTRACTED_TEXT_LENGTH_MAX',
    count(2 * 1024 * 1024),
    'longest text extracted from a page, in UTF-16 units',
  ),
  inflatedBytesMax: setting(
    'NEARDUP_INFLATED_BYTES_MAX',
    bytes(64 * 1024 * 1024),
    'maximum size of a PDF or DOCX after decompression, in bytes; a PDF may take twice that in memory',
  ),
  storeQueueMax: setting(
    'NEARDUP_STORE_QUEUE_MAX',
    count(4096),
    'maximum number of operations waiting for the store; more are throttled with `overloaded`',
  ),
  requestsMax: setting(
    'NEARDUP_REQUESTS_MAX',
    count(1024),
    'maximum number of concurrent requests, half of it per key or address; more are throttled with `overloaded`',
  ),
  sweepIntervalMs: setting(
    'NEARDUP_SWEEP_INTERVAL_MS',
    count(1000),
    'interval at which expired documents and other leftovers are removed, in milliseconds',
  ),
  decisionDays: setting(
    'NEARDUP_DECISION_DAYS',
    wholeNumber.int().min(0).max(36_500).default(30),
    'number of days that decisions are logged; 0: no log',
  ),
  decisionRows: setting(
    'NEARDUP_DECISION_ROWS',
    count(10_000_000),
    'maximum number of decisions in the log, of all collections together; the oldest are deleted',
  ),
  requestTimeoutMs: setting(
    'NEARDUP_REQUEST_TIMEOUT_MS',
    count(30_000),
    'time limit for receiving a whole request, in milliseconds',
  ),
  headersTimeoutMs: setting(
    'NEARDUP_HEADERS_TIMEOUT_MS',
    count(10_000),
    'time limit for receiving the headers of a request, in milliseconds',
  ),
  keepAliveTimeoutMs: setting(
    'NEARDUP_KEEP_ALIVE_TIMEOUT_MS',
    count(72_000),
    'time that an idle connection is kept open for the next request, in milliseconds',
  ),
  idleTimeoutMs: setting(
    'NEARDUP_IDLE_TIMEOUT_MS',
    count(120_000),
    'time after which a connection without any traffic is closed, in milliseconds',
  ),
  rateLimitPerKey: setting(
    'NEARDUP_RATE_LIMIT_PER_KEY',
    countOrNone,
    'maximum number of requests per minute for a key; 0: no limit',
  ),
  writtenBytesPerKey: setting(
    'NEARDUP_WRITTEN_BYTES_PER_KEY',
    countOrNone,
    'maximum number of bytes per day (UTC) in the bodies of writing requests of a key; 0: no limit',
  ),
  rateLimitPerAddress: setting(
    'NEARDUP_RATE_LIMIT_PER_ADDRESS',
    countOrNone,
    'maximum number of requests per minute from an address, or from an IPv6 /64 network; 0: no limit',
  ),
  trustProxy: setting(
    'NEARDUP_TRUST_PROXY',
    list
      .refine((names) => names.every(isProxy), 'must be addresses, networks or `loopback`')
      .optional(),
    'proxies whose `X-Forwarded-For` is trusted: addresses, networks, `loopback`, `linklocal`, `uniquelocal`, separated by commas',
  ),
  allowedHosts: setting(
    'NEARDUP_ALLOWED_HOSTS',
    list
      .refine(
        (names) => names.every(isHostName),
        'must be host names such as neardup.example, without port',
      )
      .transform((names) => names.map((name) => name.toLowerCase()))
      .optional(),
    'host names that a service without keys accepts besides localhost and IP addresses, separated by commas',
  ),
  corsOrigins: setting(
    'NEARDUP_CORS_ORIGINS',
    list
      .refine((origins) => origins.every(isOrigin), 'must be origins such as https://example.org')
      .optional(),
    'origins whose pages may call the API from a browser, separated by commas',
  ),
  logLevel: setting(
    'NEARDUP_LOG_LEVEL',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    'lowest severity that is logged',
  ),
  logRequests: setting(
    'NEARDUP_LOG_REQUESTS',
    z.stringbool().default(false),
    'whether every request is logged',
  ),
  slowRequestMs: setting(
    'NEARDUP_SLOW_REQUEST_MS',
    wholeNumber.int().min(0).default(1000),
    'requests that take at least this long, in milliseconds, are logged with the reason; 0: none',
  ),
} as const;

export type Config = {
  readonly [Name in keyof typeof settings]: z.infer<(typeof settings)[Name]['form']>;
};

/**
 * Reads all settings at once. An empty variable counts as absent.
 * @param overrides values that override the environment, such as command-line flags
 * @throws NeardupError `validation_failed` that names all invalid variables
 */
export function readConfig(
  overrides: { readonly [Name in keyof Config]?: string | undefined } = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  // A database file given on the command line overrides a store given in the environment.
  const isFileMeant = overrides.dataFile !== undefined && overrides.storeUrl === undefined;
  const ignored = isFileMeant ? settings.storeUrl.variable : null;
  for (const name of Object.keys(settings) as (keyof Config)[]) {
    const { variable, form } = settings[name];
    const inherited = variable === ignored ? undefined : environment[variable] || undefined;
    const parsed = form.safeParse(overrides[name] ?? inherited);
    if (parsed.success) values[name] = parsed.data;
    else errors.push({ pointer: `/${variable}`, detail: parsed.error.issues[0]!.message });
  }
  if (errors.length > 0) {
    const list = errors.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`).join('; ');
    throw new NeardupError('validation_failed', `Cannot start with these settings: ${list}`, {
      errors,
    });
  }
  return Object.freeze(values) as Config;
}

/** Variables that clients and examples read (a test looks for more). They may be set where a service starts. */
const clientVariables = ['NEARDUP_URL'];

/**
 * Returns a warning about the variables that look like settings and are none; null if there are none. It is no error:
 * a variable may belong to another program, such as those that Kubernetes sets for a Service.
 */
export function warnOfUnknownVariables(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  const known = Object.values(settings).map(({ variable }) => variable as string);
  const unknown = Object.keys(environment).filter(
    (name) => /^neardup_/i.test(name) && ![...known, ...clientVariables].includes(name),
  );
  if (unknown.length === 0) return null;
  const list = unknown.sort().map((name) => {
    const similar = findSimilar(name, known);
    return similar === null ? name : `${name} (did you mean ${similar}?)`;
  });
  return `unknown settings in the environment are ignored: ${list.join(', ')}`;
}

/** A setting for display to an operator; `value` is `(set)` for a secret, and null if the setting has no value. */
export interface ShownSetting {
  readonly name: string;
  readonly value: string | null;
  readonly isDefault: boolean;
  readonly description: string;
}

/** Returns all settings in the order of `settings`, without the values of secrets. */
export function shownSettings(config: Config): ShownSetting[] {
  const defaults = readConfig({}, {});
  return (Object.keys(settings) as (keyof Config)[]).map((name) => {
    const { variable, meaning, secret: isSecret } = settings[name];
    const [value, byDefault] = [config[name], defaults[name]];
    const shown = value === undefined ? null : isSecret ? '(set)' : String(value);
    return {
      name: variable,
      value: shown,
      isDefault: String(value) === String(byDefault),
      description: meaning,
    };
  });
}

function isHostName(text: string): boolean {
  return /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i.test(text);
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\//.test(text) && new URL(text).origin === text;
}

function isProxy(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (bits === undefined) return /^(loopback|linklocal|uniquelocal)$/.test(text) || isIP(text) > 0;
  const bitsMax = { 0: -1, 4: 32, 6: 128 }[isIP(address)] as number;
  return rest.length === 0 && /^\d+$/.test(bits) && Number(bits) <= bitsMax;
}
