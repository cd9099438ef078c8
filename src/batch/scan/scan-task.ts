import { move } from 'piscina';
import { toFailure } from '../../workers/messages.js';
import { decideScan, type ScanInput } from './decide-scan.js';

/** Runs a scan on its own thread. */
export default async function runTask(input: ScanInput): Promise<unknown> {
  try {
    return move(await decideScan(input));
  } catch (error) {
    return toFailure(error);
  }
}
