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

/**
 * Yields the state of each id, in the order of the ids.
 * @param otherForm returns another form of an unknown id whose state is taken instead; null if it has none
 */
export async function* lookUp(
  service: Service,
  ids: readonly string[],
  collection: string,
  otherForm: (id: string) => string | null = () => null,
): AsyncGenerator<IdState & { readonly id: string }> {
  for (let start = 0; start < ids.length; start += idsMax) {
    const some = ids.slice(start, start + idsMax);
    const states = await readStates(service, some, collection);
    const forms = new Map<string, string>();
    for (const id of some) {
      const form = states.has(id) ? null : otherForm(id);
      if (form !== null) forms.set(id, form);
    }
    const others = await readStates(service, [...forms.values()], collection);
    for (const id of some) {
      yield { id, ...(states.get(id) ?? others.get(forms.get(id) ?? '') ?? unknown) };
    }
  }
}

/** Returns the states of ids of which there is a record, at most `idsMax`. */
async function readStates(
  service: Service,
  ids: readonly string[],
  collection: string,
): Promise<Map<string, IdState>> {
  const states = new Map<string, IdState>();
  for (let wanted = ids; wanted.length > 0; ) {
    const found = await service.lookUp(wanted, collection);
    addStates(states, found);
    wanted = found.remaining;
  }
  return states;
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
