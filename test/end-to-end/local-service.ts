import { onTestFinished } from 'vitest';
import { createKeyRing } from '../../src/api/keys.js';
import { readKeys } from '../../src/cli/key-file.js';
import { readConfig } from '../../src/config.js';
import { createApp } from '../../src/http/app.js';
import type { ConsoleOptions } from '../../src/http/console.js';
import { createMetrics } from '../../src/http/metrics.js';
import { openDetector } from '../../src/open-detector.js';
import { version } from '../../src/package-facts.js';
import { see } from '../answers/seen.js';
import { requestsTo } from './service.js';

/**
 * Starts a service like `neardup serve` on a free port, but in this process, for tests of its clients. Saves a second
 * of processor time over a separate process. Stopped with the test.
 */
export async function openLocalService(
  dataFile: string,
  environment: Readonly<Record<string, string>> = {},
  consoleOptions: ConsoleOptions = {},
) {
  const config = readConfig(
    { dataFile, port: '0' },
    { NEARDUP_LOG_LEVEL: 'error', ...environment },
  );
  const keys = readKeys(config);
  const metrics = createMetrics(version);
  const detector = await openDetector(config, metrics.observer);
  const app = await createApp({
    ...config,
    detector,
    metrics,
    version,
    keys: keys && createKeyRing(keys),
    about: { store: dataFile === ':memory:' ? 'memory' : 'sqlite', settings: [] },
    ...consoleOptions,
  });
  // Records replies here, because clients such as curl run in other processes.
  app.addHook('onSend', async ({ method, originalUrl: url }, reply, payload) => {
    if (typeof payload !== 'string') return;
    const { statusCode: status } = reply;
    const contentType = reply.getHeader('content-type')?.toString();
    const body = status === 204 || method === 'HEAD' ? '' : payload;
    see({ method, url, status, contentType, body });
  });
  let closed: Promise<void> | undefined;
  function close(): Promise<void> {
    closed ??= app.close().then(detector.close);
    return closed;
  }
  onTestFinished(close);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close, ...requestsTo(url, environment.NEARDUP_API_KEY) };
}
