import { mayReplace } from '../../rules/decide-check.js';
import type { Request } from '../requests.js';

/**
 * About how many milliseconds the engine takes for a request, by its fields: measured with
 * documents of usual size on two cores of 2023, rounded up.
 */
export function workOf({ kind, input }: Request): number {
  switch (kind) {
    case 'get':
    case 'texts':
    case 'getArchived':
      return 0.02 + 0.012 * input.ids.length;
    case 'delete':
    case 'confirm':
      return 0.05 + 0.05 * input.ids.length;
    case 'restore':
      return 0.05 + 0.1 * input.documents.length;
    case 'restoreMembers':
      return 0.05 + 0.05 * input.members.length;
    case 'signatures':
      return 0.02 + 0.012 * input.rows;
    case 'statsOfEach':
      return 0.01 + 0.003 * input.length;
    case 'newest':
      return 0.02 + 0.012 * input.limit + 0.0002 * input.rows;
    case 'seatFound':
      return 0.05 + 0.2 * input.found.length;
    case 'list':
    case 'cluster':
      return 0.02 + 0.012 * input.limit;
    case 'clusters':
    case 'clustersById':
      return 0.02 + 0.03 * input.limit;
    case 'labels':
    case 'separations':
    case 'takeChanges':
      return 0.02 + 0.003 * input.limit;
    case 'check':
      // It may remove a hundred documents.
      return mayReplace(input) ? 2 : 0.05;
    case 'sweep':
      return 2;
    case 'completeSuccessor':
      return 10;
    case 'ping':
    case 'stats':
      return 0.01;
    default:
      return 0.05;
  }
}

/** Of a group: how long its first operation waits for the last. */
export const groupWorkMax = 10;
