import { otherHostForm } from '../store/rules/host.js';
import type { LookedUp, Service } from './service/service.js';

/** Maximum number of ids in one request. */
const idsMax = 1000;

/** Last state of an id in a collection. */
export interface IdState {
  /**
   * `gone`: was stored, and has expired or been deleted since. `unknown`: neither stored nor in the log, so never
   * sent, or deleted, or refused before the oldest recorded decision.
   */
  readonly state: 'stored' | 'refused' | 'replaced' | 'gone' | 'unknown';
  /** Time of the last change of the stored content, or of the decision, in ISO 8601; null if unknown. */
  readonly at: string | null;
  /** Id of the page because of which it was refused or replaced. */
  readonly match: string | null;
  /** Number of the decision, by which a refused page can be stored. */
  readonly decision: number | null;
}

/** Yields the state of each id, in the order of the ids. */
export async function* lookUp(
  service: Service,
  ids: readonly string[],
  collection: string,
): AsyncGenerator<IdState & { readonly id: string }> {
  for (let start = 0; start < ids.length; start += idsMax) {
    const some = ids.slice(start, start + idsMax);
    const states = new Map<string, IdState>();
    for (let wanted: readonly string[] = some; wanted.length > 0; ) {
      const found = await service.lookUp(wanted, collection);
      addStates(states, found);
      wanted = found.remaining;
    }
    for (const id of some) yield { id, ...(states.get(id) ?? unknown) };
  }
}

/** Yields the same, with the state of an unknown address under the other form of its host, if it has one. */
export async function* lookUpAddresses(
  service: Service,
  ids: readonly string[],
  collection: string,
): AsyncGenerator<IdState & { readonly id: string }> {
  for (let start = 0; start < ids.length; start += idsMax) {
    const states = await toArray(lookUp(service, ids.slice(start, start + idsMax), collection));
    const others = states.map(({ id, state }) => (state === 'unknown' ? otherHostForm(id) : null));
    const wanted = others.filter((other) => other !== null);
    const found = new Map<string, IdState>();
    for await (const { id, ...state } of lookUp(service, wanted, collection)) found.set(id, state);
    for (const [at, state] of states.entries()) yield { ...state, ...found.get(others[at] ?? '') };
  }
}

async function toArray<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const unknown: IdState = { state: 'unknown', at: null, match: null, decision: null };

function addStates(states: Map<string, IdState>, { documents, decisions }: LookedUp): void {
  for (const { id, updatedAt } of documents) {
    states.set(id, { ...unknown, state: 'stored', at: updatedAt });
  }
  for (const { id, decision, stored, at, match, number } of decisions) {
    const state = decision === 'replaced' ? 'replaced' : stored ? 'gone' : 'refused';
    states.set(id!, { state, at, match: state === 'gone' ? null : match, decision: number });
  }
}
