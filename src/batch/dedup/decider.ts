import { compareContents } from '../../matching/compare.js';
import { decisions as decisionNames } from '../../store/contract/documents.js';
import { type Decision, type ReplayDocument, replay } from '../replay.js';
import type { DecidePlan, Decisions } from './decide.js';
import { writeDifference } from './differences.js';
import { isPreferred } from './notes.js';
import { createSignatures } from './signatures.js';

/** A range of a plan: of its components, or of its duplicates. */
export interface DecideTask {
  readonly kind: 'components' | 'duplicates';
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/**
 * Makes the decisions of a plan, one task at a time. No two tasks decide on the same document, so threads can share a
 * plan.
 */
export function createDecider(plan: DecidePlan) {
  const { documents, rules, preferences, present, byComponents, decisions } = plan;
  const { members, starts, duplicates, keptOf } = plan;
  const { idOf, contentOf } = documents;
  const signatures = createSignatures(documents);

  function run({ kind, from, to }: DecideTask): void {
    if (kind === 'duplicates') compareDuplicates(from, to);
    else {
      const decideOn = byComponents ? compareKept : check;
      for (let component = from; component < to; component++) {
        const [start, end] = [starts[component]!, starts[component + 1]!];
        if (end - start > 1) decideOn(members.subarray(start, end));
      }
    }
  }

  /** Makes the decisions of checks. */
  function check(component: Int32Array): void {
    const turns = inTurn(component);
    const lastStored = new Map<number, number>();
    for (const decision of replay(inOrder(turns), rules)) {
      const ord = turns[decision.ord]!;
      take(decisions, { ...decision, ord });
      const { decision: name } = decision;
      const stores = name === 'new' || name === 'similar' || name === 'changed';
      if (stores) lastStored.set(idOf[ord]!, ord);
    }
    for (const number of lastStored.values()) decisions.kept[number] = 1;
  }

  /** Orders documents by preference. Decides at once on versions of an id that are not the preferred one. */
  function inTurn(component: Int32Array): Int32Array {
    const missing =
      present === null ? component : component.filter((number) => present[number] !== 1);
    if (preferences === null) return missing;
    const sorted = missing.toSorted((a, b) => {
      if (isPreferred(preferences, a, b)) return -1;
      return isPreferred(preferences, b, a) ? 1 : a - b;
    });
    const preferred = new Map<number, number>();
    return sorted.filter((number) => {
      const other = preferred.get(idOf[number]!);
      if (other === undefined) {
        preferred.set(idOf[number]!, number);
        return true;
      }
      const isEqual = contentOf[other] === contentOf[number];
      decisions.decision[number] = decisionNames.indexOf(isEqual ? 'unchanged' : 'changed');
      return false;
    });
  }

  function* inOrder(turns: Int32Array): Generator<ReplayDocument<number, number>> {
    for (const [ord, number] of turns.entries()) {
      // Uses the number of the first document with the id instead of the id, to save memory.
      yield { id: idOf[number]!, ord, signature: signatures.of(contentOf[number]!, number) };
    }
  }

  /** Compares duplicates with the documents kept instead of them. */
  function compareDuplicates(from: number, to: number): void {
    let [first, kept] = [-1, undefined as ReturnType<typeof readKept> | undefined];
    for (let at = from; at < to; at++) {
      const number = duplicates[at]!;
      if (kept === undefined || keptOf[number] !== first) {
        first = keptOf[number]!;
        kept = readKept(first);
      }
      take(decisions, {
        ord: number,
        id: idOf[number]!,
        decision: 'duplicate',
        duplicateOf: idOf[first]!,
        similarTo: null,
        ...compareContents(signatures.of(contentOf[number]!, number), kept, rules.rule),
      });
    }
  }

  /** Reads a content together with its evidence, which would otherwise be read at each use. */
  function readKept(number: number) {
    return { ...signatures.of(contentOf[number]!, number) };
  }

  /** Finds kept documents that match earlier kept ones. */
  function compareKept(component: Int32Array): void {
    const kept = component.filter((number) => decisions.kept[number] === 1);
    if (kept.length < 2) return;
    for (const decision of replay(keptInOrder(kept), rules)) {
      // Both are kept: this document adds nothing to one later in the input, and components do not join such pairs.
      const match = decision.similarTo ?? decision.duplicateOf;
      const isDuplicate = decision.decision === 'duplicate';
      take(decisions, {
        ...decision,
        decision: isDuplicate ? 'similar' : decision.decision,
        duplicateOf: null,
        similarTo: match === null ? null : idOf[match]!,
      });
    }
  }

  function* keptInOrder(numbers: Int32Array): Generator<ReplayDocument<number, number>> {
    // Each is a document of its own.
    for (const ord of numbers) {
      yield { id: ord, ord, signature: signatures.of(contentOf[ord]!, ord) };
    }
  }

  return { run, close: signatures.close };
}

function take(into: Decisions, { ord, decision, ...match }: Decision<number>): void {
  into.decision[ord] = decisionNames.indexOf(decision);
  const best = match.duplicateOf ?? match.similarTo;
  if (best === null) return;
  into.best[ord] = best;
  into.isDuplicate[ord] = match.duplicateOf === null ? 0 : 1;
  into.distance[ord] = match.distance!;
  into.similarity[ord] = match.similarity ?? Number.NaN;
  into.exact[ord] = match.exact ? 1 : 0;
  writeDifference(into.differences, ord, match);
  into.isPart[ord] = match.relation === undefined ? 0 : 1;
}
