import { consoleDirectory } from '../../src/package-facts.js';
import { openLocalService } from '../end-to-end/local-service.js';

export type LocalService = Awaited<ReturnType<typeof openService>>;

/** Opens a service with an empty store and the built console, in this process, until the end of the test. */
export function openService(environment: Readonly<Record<string, string>> = {}) {
  return openLocalService(':memory:', environment, { consoleDirectory });
}
