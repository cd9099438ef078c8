import { join } from 'node:path';
import type { Method } from '../../../src/fingerprint/recipe.js';
import { neardupScript } from '../../../test/cli/neardup-script.js';
import type { PostedDocument } from './documents.js';
import { checkedInOrder, collection, createCrawl, decisionLine, openOracle } from './oracle.js';

/** Shared parts of batch tests for all engines. */

/** Number of documents in a batch: 4,000, or as set in the environment. */
export const rows = Number(process.env.TEST_ROWS ?? 4000);

/** Storage time of the first document. */
export const startedAt = Date.UTC(2026, 0, 1);

/** Failure modes of a process, as scripts that replace it. */
export const faults = [
  { fault: 'dies', script: 'neardup "$@" | head -n 50; exit 3' },
  { fault: 'cuts its output short', script: 'neardup "$@" 2> /dev/null | head -n 50; exit 0' },
  { fault: 'breaks a line', script: `neardup "$@" | sed '50s/"id".*//'; exit 0` },
] as const;

/** Creates a neardup that runs a script in one step, and works normally in all others. */
export function faultyIn(
  step: string,
  directory: string,
  { fault, script }: (typeof faults)[number],
) {
  const name = `${fault.replaceAll(' ', '-')}-in-${step}`;
  return neardupScript(directory, name, `if [ "$2" = ${step} ]; then ${script}; fi\nneardup "$@"`);
}

/** Returns the service's decisions on documents sent in order, and the number it stores. */
export async function decidedByService(
  directory: string,
  method: Method,
  documents: readonly PostedDocument[],
) {
  const service = await openOracle(join(directory, `${method}-service.db`), startedAt);
  await createCrawl(service, method);
  const decisions = await checkedInOrder(service, documents);
  const { documents: kept } = await service.stats(collection);
  return { decisions, kept, service };
}

/** Returns the decisions of a batch in input order, in the same format. */
export function inOrder(lines: readonly string[]): string[] {
  return lines
    .map((line) => JSON.parse(line))
    .sort((a, b) => a.ord - b.ord)
    .map(decisionLine);
}
