import { storedEvidence } from '../../fingerprint/packed-reading.js';
import { compareContents } from '../../matching/compare.js';
import type { SitesOfPage } from '../../matching/sites-of-page.js';
import { decisions as decisionNames } from '../../store/contract/documents.js';
import { type Decision, type ReplayDocument, type ReplayRules, replay } from '../replay.js';
import type { CollapsedDocuments } from './collapse.js';
import { clearDifference, type Differences, writeDifference } from './differences.js';
import { createEvidenceCache } from './evidence-cache.js';
import type { Preferences } from './notes.js';
import { createSignatures } from './signatures.js';
import type { SiteLineLists } from './site-line-lists.js';
import { compareTurns, createSiteReader, lasting, type SitePages, timeOf } from './site-pages.js';

/** Decisions and best matches, by document number, in shared memory. */
export interface SharedDecisions {
  /** Indexes into `decisionNames`. */
  readonly decision: Uint8Array;
  /** Number of the first document that has the id of the best match; −1 without a match. */
  readonly best: Int32Array;
  /** 1 for a duplicate of its best match, otherwise 0. */
  readonly isDuplicate: Uint8Array;
  readonly distance: Uint8Array;
  /** NaN if the similarity is unknown. */
  readonly similarity: Float64Array;
  readonly exact: Uint8Array;
  /** Difference between each document and its best match. */
  readonly differences: Differences;
  /** 1 if the match was found by parts (sampled shingles): the best match then contains the document. */
  readonly isPart: Uint8Array;
  /**
   * 1 for each kept document: the version of an id that is stored at the end or, with `byComponents`, the document
   * chosen in a component.
   */
  readonly kept: Uint8Array;
}

export interface Decisions extends SharedDecisions {
  /** Lines of sites that do not count in the differences. */
  readonly siteLines: SiteLineLists;
}

/** Decisions that remain to be made, and everything that a thread needs to make them: values and shared memory. */
export interface DecidePlan {
  readonly documents: CollapsedDocuments;
  readonly rules: ReplayRules;
  readonly preferences: Preferences | null;
  /** 1 for documents that already exist and are therefore not decided; null if there are no existing documents. */
  readonly present: Uint8Array | null;
  /** True if the plan already states which documents are kept; each other document is a duplicate, or unchanged. */
  readonly byComponents: boolean;
  /**
   * Document numbers, component by component (`groupByComponent`). With `byComponents`, only the kept documents of a
   * component are compared with each other, to find similar ones; otherwise all documents are checked.
   */
  readonly members: Int32Array;
  readonly starts: Int32Array;
  /** Numbers of the duplicates of kept documents, sorted by kept document. */
  readonly duplicates: Int32Array;
  /** Kept document of each duplicate, indexed by the number of the duplicate. */
  readonly keptOf: Int32Array;
  /** Pages from which the lines of sites are learnt; null if every line counts. */
  readonly sites: SitePages | null;
  readonly decisions: SharedDecisions;
}

/** A task: a range of the components, or of the duplicates, of a plan. */
export interface DecideTask {
  readonly kind: 'components' | 'duplicates';
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** Number of the pass over the components (site-pages.ts). */
  readonly pass: number;
}

export interface DecidedTask {
  /** True if decisions on pages of the same sites may have to be made again. */
  readonly changesSites: boolean;
  /** Lists of lines of sites, as `addSiteLines` takes them. */
  readonly siteLines: Int32Array;
}

/**
 * Makes the decisions of a plan, one task at a time. No two tasks decide on the same document, so threads can share a
 * plan.
 */
export function createDecider(plan: DecidePlan) {
  const { documents, rules, preferences, present, byComponents, sites, decisions } = plan;
  const { members, starts, duplicates, keptOf } = plan;
  const { idOf, contentOf } = documents;
  const hostOf = (number: number) => documents.hostOf[number]!;
  const signatures = createSignatures(documents);
  const readSites = sites && openSites(sites);
  let pass = 0;
  let needsSites = false;
  let changesSites = false;
  let siteLines: number[] = [];

  function run({ kind, from, to, ...task }: DecideTask): DecidedTask {
    ({ pass } = task);
    [changesSites, siteLines] = [false, []];
    if (kind === 'duplicates') compareDuplicates(from, to);
    else {
      for (let component = from; component < to; component++) {
        const documents = members.subarray(starts[component]!, starts[component + 1]!);
        if (documents.length === 1 || (pass > 0 && !isOutdated(component, documents))) continue;
        if (byComponents) compareKept(documents);
        else check(component, documents);
      }
    }
    return { changesSites, siteLines: Int32Array.from(siteLines) };
  }

  /** Tests if lines of sites from which a component was decided may have changed since. */
  function isOutdated(component: number, documents: Int32Array): boolean {
    if (sites === null || sites.needsSites[component] === 0) return false;
    return documents.some((number) => sites.changedIn[hostOf(number)]! >= pass - 1);
  }

  /** Decides on the documents of a component as `POST /check` would. */
  function check(component: number, numbers: Int32Array): void {
    const turns = inTurn(numbers);
    const lastStored = new Map<number, number>();
    const timeAt = (ord: number) => (sites === null ? ord : timeOf(sites, turns[ord]!));
    const sitesOf = readSites
      ? (id: number, ord: number): SitesOfPage<number> => {
          const { ofVersion, ofDocument } = readSites(id, timeAt(ord));
          return { ofVersion: (since) => ofVersion(timeAt(since)), ofDocument };
        }
      : undefined;
    needsSites = false;
    for (const decision of replay(inOrder(turns), rules, { hostOf, ...(sitesOf && { sitesOf }) })) {
      const ord = turns[decision.ord]!;
      take({ ...decision, ord });
      const { decision: name } = decision;
      const stores = name === 'new' || name === 'similar' || name === 'changed';
      if (!stores) {
        setEnd(ord, 0);
        continue;
      }
      const former = lastStored.get(idOf[ord]!);
      if (former !== undefined) setEnd(former, timeAt(decision.ord));
      if (sites?.ends[ord] === 0) setEnd(ord, lasting);
      lastStored.set(idOf[ord]!, ord);
    }
    for (const number of numbers) {
      const isKept = lastStored.get(idOf[number]!) === number;
      decisions.kept[number] = isKept ? 1 : 0;
      if (isKept) setEnd(number, lasting);
    }
    if (sites !== null) sites.needsSites[component] = needsSites ? 1 : 0;
  }

  /**
   * Sets the end of a document (site-pages.ts). Other threads may read it at any time, so an end that is the same as in
   * the pass before is not changed in between.
   */
  function setEnd(number: number, end: number): void {
    if (sites === null || sites.ends[number] === end) return;
    sites.ends[number] = end;
    sites.changedIn[hostOf(number)] = pass;
    changesSites = true;
  }

  function openSites(pages: SitePages) {
    const evidenceOf = createEvidenceCache((number) => {
      const { evidence } = signatures.of(contentOf[number]!, number);
      return evidence && storedEvidence(evidence).slice();
    });
    return createSiteReader(pages, documents, evidenceOf, () => {
      needsSites = true;
    });
  }

  /**
   * Returns the documents of a component in the order in which they are checked. With preferences, only the preferred
   * version of each id is checked; the decisions on other versions are made here.
   */
  function inTurn(component: Int32Array): Int32Array {
    const missing =
      present === null ? component : component.filter((number) => present[number] !== 1);
    if (preferences === null) return missing;
    const sorted = missing.toSorted((a, b) => compareTurns(preferences, a, b));
    const preferred = new Map<number, number>();
    return sorted.filter((number) => {
      const other = preferred.get(idOf[number]!);
      if (other === undefined) {
        preferred.set(idOf[number]!, number);
        return true;
      }
      const isEqual = contentOf[other] === contentOf[number];
      decisions.decision[number] = decisionNames.indexOf(isEqual ? 'unchanged' : 'changed');
      setEnd(number, 0);
      return false;
    });
  }

  function* inOrder(turns: Int32Array): Generator<ReplayDocument<number, number>> {
    for (const [ord, number] of turns.entries()) {
      // Uses the number of the first document with the id instead of the id, to save memory.
      yield { id: idOf[number]!, ord, signature: signatures.of(contentOf[number]!, number) };
    }
  }

  /** Compares each duplicate with the document that was kept instead of it. */
  function compareDuplicates(from: number, to: number): void {
    let [first, kept] = [-1, undefined as ReturnType<typeof readKept> | undefined];
    for (let at = from; at < to; at++) {
      const number = duplicates[at]!;
      if (kept === undefined || keptOf[number] !== first) {
        first = keptOf[number]!;
        kept = readKept(first);
      }
      take({
        ord: number,
        id: idOf[number]!,
        decision: 'duplicate',
        duplicateOf: idOf[first]!,
        similarTo: null,
        ...compareContents(signatures.of(contentOf[number]!, number), kept),
      });
    }
  }

  /**
   * Returns a copy of a signature that keeps its evidence in memory. The original would read the evidence from the file
   * at each use.
   */
  function readKept(number: number) {
    return { ...signatures.of(contentOf[number]!, number) };
  }

  /** Finds kept documents that match earlier kept ones. */
  function compareKept(component: Int32Array): void {
    const kept = component.filter((number) => decisions.kept[number] === 1);
    if (kept.length < 2) return;
    for (const decision of replay(keptInOrder(kept), rules, { hostOf })) {
      // All these documents are kept, so a duplicate is reported as similar. Duplicates can occur: two matching texts
      // are not joined if the text that first occurs later in the input adds something to the earlier text. But with
      // preferences, the kept copy of the earlier text may come after the later text, and add nothing to it.
      const match = decision.similarTo ?? decision.duplicateOf;
      const isDuplicate = decision.decision === 'duplicate';
      take({
        ...decision,
        decision: isDuplicate ? 'similar' : decision.decision,
        duplicateOf: null,
        similarTo: match === null ? null : idOf[match]!,
      });
    }
  }

  function* keptInOrder(numbers: Int32Array): Generator<ReplayDocument<number, number>> {
    // Uses the number as the id, so that no document counts as a version of another.
    for (const ord of numbers) {
      yield { id: ord, ord, signature: signatures.of(contentOf[ord]!, ord) };
    }
  }

  function take({ ord, decision, ...match }: Decision<number>): void {
    const best = match.duplicateOf ?? match.similarTo;
    decisions.decision[ord] = decisionNames.indexOf(decision);
    decisions.best[ord] = best ?? -1;
    decisions.isDuplicate[ord] = match.duplicateOf === null ? 0 : 1;
    decisions.distance[ord] = match.distance ?? 0;
    decisions.similarity[ord] = match.similarity ?? Number.NaN;
    decisions.exact[ord] = match.exact ? 1 : 0;
    decisions.isPart[ord] = match.relation === undefined ? 0 : 1;
    if (best === null) clearDifference(decisions.differences, ord);
    else writeDifference(decisions.differences, ord, match);
    const lines = match.adds?.siteLines;
    if (best !== null && lines) siteLines.push(ord, lines.length, ...lines);
  }

  return { run, close: signatures.close };
}
