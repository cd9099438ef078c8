import { once } from 'node:events';
import { createServer, isIP } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { Command } from 'commander';
import { createKeyRing } from '../api/keys.js';
import { type Config, readConfig, shownSettings, warnOfUnknownVariables } from '../config.js';
import { clusterForm, clusterKind } from '../engine-packages.js';
import { NeardupError } from '../errors.js';
import { extractors } from '../extract/extractor-names.js';
import { createApp } from '../http/app.js';
import { createMetrics } from '../http/metrics.js';
import type { App } from '../http/route.js';
import { refuseOpenAddress } from '../http/stages/access.js';
import { openDetector } from '../open-detector.js';
import { consoleDirectory, readDescription, version } from '../package-facts.js';
import { printable, printLine } from '../printable.js';
import { portFlag } from './flags.js';
import { followKeyFile, readKeys } from './key-file.js';

interface ServeFlags {
  readonly host?: string;
  readonly port?: string;
  readonly data?: string;
  readonly store?: string;
}

/** Time that running requests have to finish after a signal to stop. */
const closeDelayMs = 30_000;
/**
 * Maximum time for closing if the service cannot listen on its address. Index entries that are not on disk by then are
 * rebuilt when the database is next opened.
 */
const failedCloseMs = 1000;
/** Maximum time for closing after the store has failed. Running requests only have to be answered with a problem. */
const lostCloseMs = 3000;

const help = `
The service prints one line with its address when it is ready. On SIGTERM or SIGINT it finishes
running requests and stops. Without NEARDUP_API_KEY it listens only on this machine.

Examples:
  neardup serve
  neardup serve --port 0 --data :memory:
  neardup serve --store ${clusterKind}://10.0.0.1,10.0.0.2/neardup
  NEARDUP_API_KEY=$(openssl rand -hex 32) neardup serve --host 0.0.0.0`;

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the HTTP service; every setting is also an environment variable')
    .option('--host <address>', 'address to listen on (NEARDUP_HOST, default 127.0.0.1)')
    .option(
      '--port <number>',
      'port to listen on, 0 for a free one (NEARDUP_PORT, default 8080)',
      portFlag,
    )
    .option('--data <file>', 'database file (NEARDUP_DATA, default ./data/neardup.db)')
    .option('--store <url>', `use this store instead: ${clusterForm} (NEARDUP_STORE)`)
    .addHelpText('after', help)
    .action(serve);
}

type Log = Awaited<ReturnType<typeof createApp>>['log'];

async function serve(flags: ServeFlags): Promise<void> {
  const config = readConfig({
    host: flags.host,
    port: flags.port,
    dataFile: flags.data,
    storeUrl: flags.store,
  });
  const warning = warnOfUnknownVariables();
  if (warning !== null) process.stderr.write(`neardup: ${printable(warning)}\n`);
  const initialKeys = readKeys(config);
  const keys = initialKeys && createKeyRing(initialKeys);
  refuseOpenAddress(config.host, { ...config, keys });
  await refuseUnusableAddress(config);
  const metrics = createMetrics(version);
  let storeLost: (cause: unknown) => void = () => {};
  const lost = new Promise<unknown>((resolve) => {
    storeLost = resolve;
  });
  // Jobs and sweeps may fail as soon as the store is open. Their failures are reported once there is a log.
  let setLog: (log: Log) => void = () => {};
  const log = new Promise<Log>((resolve) => {
    setLog = resolve;
  });
  const report = (cause: unknown, message: string) =>
    void log.then((ready) => ready.error({ err: cause }, message));
  const jobNotKept = (id: string, cause: unknown) =>
    report(cause, `cannot keep the record of job ${id}; retrying later`);
  const jobBroken = (id: string, cause: unknown) => report(cause, `job ${id} failed unexpectedly`);
  const sweepFailed = (cause: unknown) =>
    report(cause, 'cannot delete expired documents; retrying');
  const detector = await openDetector(config, {
    ...metrics.observer,
    ...{ storeLost, jobNotKept, jobBroken, sweepFailed },
  });
  const app = await createApp({
    ...config,
    allowedHosts: [config.host.toLowerCase(), ...(config.allowedHosts ?? [])],
    detector,
    metrics,
    version,
    keys,
    about: { store: storeKind(config), settings: shownSettings(config) },
    consoleDirectory,
    readDescription,
  });
  setLog(app.log);
  const followsKeys = keys !== undefined && followKeyFile(config, keys, app.log);
  const skip = followsKeys ? (['SIGHUP'] as const) : [];
  async function close(): Promise<void> {
    await app.close();
    await detector.close();
  }
  const ending = closeWithGrace({ delay: closeDelayMs, logger: app.log, skip: [...skip] }, close);
  void lost.then((cause) => endWithoutStore(app, cause));
  const address = await listen(app, config).catch(async (error) => {
    ending.uninstall();
    await Promise.race([close(), setTimeout(failedCloseMs, undefined, { ref: false })]);
    throw listenError(error, config);
  });
  printLine(
    `neardup ${version} is ready at ${address} (data: ${config.storeUrl ?? config.dataFile})`,
  );
  app.log.info(`Server listening at ${address}`);
  const earlier = (await detector.extractors()).filter((name) => !extractors.includes(name));
  if (earlier.length > 0) app.log.info(earlierExtractors(earlier));
}

/** Listens without the log line of Fastify, which would precede the line for people. */
async function listen(app: App, { host, port, logLevel }: Config): Promise<string> {
  if (logLevel === 'info' || logLevel === 'debug') app.log.level = 'warn';
  try {
    return await app.listen({ host, port });
  } finally {
    app.log.level = logLevel;
  }
}

function storeKind({ storeUrl, dataFile }: Config) {
  if (storeUrl !== undefined) return clusterKind;
  return dataFile === ':memory:' ? 'memory' : 'sqlite';
}

/**
 * Ends the service after its store has failed: it can no longer answer requests, but a new process may recover. Running
 * requests are answered with a problem. The exit code of 1 lets a supervisor start the process again.
 */
async function endWithoutStore(app: App, cause: unknown): Promise<void> {
  const reason = cause instanceof Error ? cause.message : String(cause);
  app.log.fatal(`the store has failed, so the service ends with code 1: ${reason}`);
  await Promise.race([app.close(), setTimeout(lostCloseMs)]);
  process.exit(1);
}

/**
 * Returns a log message about stored texts that earlier versions of the extractors extracted from pages. The collection
 * remains usable: these texts keep their signatures, and new pages are compared with them.
 */
function earlierExtractors(names: readonly string[]): string {
  return (
    `texts of some stored documents were taken by ${names.join(', ')}; ` +
    `new ones are taken by ${extractors.join(', ')}`
  );
}

/**
 * Checks that the service can listen on its address. Called before the database is opened, because opening the database
 * may take a while.
 */
async function refuseUnusableAddress({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = createServer().listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, { host, port });
  }
  server.close();
  await once(server, 'close');
}

const listenReasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something else listens there; choose another port with --port',
  EACCES: 'this user may not; ports below 1024 need a privilege, choose another with --port',
  EADDRNOTAVAIL: 'this machine has no such address; choose another with --host',
  ENOTFOUND: 'no address is known for this name; choose another with --host',
  EAI_AGAIN: 'the address of this name cannot be looked up now; choose another with --host',
};

function listenError(
  cause: NodeJS.ErrnoException,
  { host, port }: Pick<Config, 'host' | 'port'>,
): NeardupError {
  const place = isIP(host) === 6 ? `[${host}]` : host;
  const reason = listenReasons[cause.code ?? ''] ?? cause.message;
  return new NeardupError('not_ready', `Cannot listen on ${place}:${port}: ${reason}`, { cause });
}
