import { join } from 'node:path';
import type { Method } from '../../src/fingerprint/recipe.js';
import type { PostedDocument } from './documents.js';
import { neardupScript } from './neardup-script.js';
import { checkedInOrder, collection, createCrawl, decisionLine, openOracle } from './oracle.js';

/** Parts of tests of batches that any engine runs. */

/** Documents of a batch: 10,000, or what the environment says. */
export const rows = Number(process.env.TEST_ROWS ?? 10_000);

/** Time at which the first document counts as stored. */
export const startedAt = Date.UTC(2026, 0, 1);

/** Ways of a process to fail, as scripts that replace it. */
export const faults = [
  { fault: 'dies', script: 'neardup "$@" | head -n 50; exit 3' },
  { fault: 'cuts its output short', script: 'neardup "$@" 2> /dev/null | head -n 50; exit 0' },
  { fault: 'breaks a line', script: `neardup "$@" | sed '50s/"id".*//'; exit 0` },
] as const;

/** A neardup that does as a script says in one step, and its work in all others. */
export function faultyIn(
  step: string,
  directory: string,
  { fault, script }: (typeof faults)[number],
) {
  const name = `${fault.replaceAll(' ', '-')}-in-${step}`;
  return neardupScript(directory, name, `if [ "$2" = ${step} ]; then ${script}; fi\nneardup "$@"`);
}

/** Decisions of the service on documents that are sent one after the other, and the number that it stores. */
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

/** Decisions of a batch in the order of the input, in the same form. */
export function inOrder(lines: readonly string[]): string[] {
  return lines
    .map((line) => JSON.parse(line))
    .sort((a, b) => a.ord - b.ord)
    .map(decisionLine);
}
