import type { Match } from '../matching/match.js';
import { limits } from '../quota/limits.js';
import type { TaskContext } from '../quota/task-context.js';
import { createTaskSlots } from '../quota/task-slots.js';
import type { Collection } from '../store/contract/collections.js';
import type { Store } from '../store/contract/store.js';
import type { ArchiveDocument } from '../store/contract/successors.js';
import type { Signer } from '../workers/signer.js';
import {
  type ComparedDocuments,
  type createSides,
  isTextMissing,
  type Probe,
  type Side,
  storedSide,
} from './sides.js';
import type { MarkSiteLines, SiteMarks } from './site-marks.js';

/**
 * Maximum number of matches whose texts are loaded together. With `limits.explanations` it bounds memory: each kept text
 * may be as long as a request body.
 */
const explainedTogether = 10;
/**
 * Maximum size in bytes of the packed texts that a thread explains in one task. A single text may be larger. Unpacked
 * texts may be much larger, but then they consist mostly of repetition, which takes little time.
 */
const packedBytesTogether = 32_768;

type Evidence = Pick<ComparedDocuments, 'comparison' | 'textMissing' | 'newPassages'>;

/** A match with its evidence, which is null if the document was deleted in the meantime. */
export interface ExplainedMatch extends Match {
  readonly evidence: Evidence | null;
}

export interface ExplainOptions {
  readonly store: Store;
  readonly signer: Signer;
  readonly clock: () => number;
  readonly sideOf: ReturnType<typeof createSides>;
  readonly siteMarks: SiteMarks;
}

export type Explain = ReturnType<typeof createExplain>;

export function createExplain({ store, signer, clock, sideOf, siteMarks }: ExplainOptions) {
  const explanations = createTaskSlots({ count: limits.explanations }); // the number of requests is limited elsewhere

  /**
   * Adds evidence to each match. Stops if the signal of `context` aborts. Cost: one call of the store per batch, an
   * analysis of each distinct text, and an analysis of the probe.
   */
  return async function explain(
    probe: Probe,
    matches: readonly Match[],
    collection: Collection,
    context?: TaskContext,
  ): Promise<ExplainedMatch[]> {
    const one = await sideOf(probe, collection, context);
    const markLines = siteMarks.marksFor(probe, collection, context);
    const evidence = new Map<string, Evidence>();
    const explained: ExplainedMatch[] = [];
    for (let at = 0; at < matches.length; at += explainedTogether) {
      const some = matches.slice(at, at + explainedTogether);
      const part = () => explainTogether(one, some, evidence, markLines, collection, context);
      explained.push(...(await explanations.runWithBackpressure(part, context)));
    }
    return explained;
  };

  /** @param evidence evidence by exact hash, because several documents may have the same text; receives the results */
  async function explainTogether(
    one: Side,
    matches: readonly Match[],
    evidence: Map<string, Evidence>,
    markLines: MarkSiteLines,
    collection: Collection,
    context: TaskContext | undefined,
  ): Promise<ExplainedMatch[]> {
    const ids = matches.map(({ id }) => id);
    const documents = await store.getArchived({ collection, ids, now: clock() }, context);
    const unknown = new Map<string, ArchiveDocument>();
    for (const document of documents) {
      const { exactHash } = document.signature;
      if (!evidence.has(exactHash)) unknown.set(exactHash, document);
    }
    for (const together of inPortions(unknown.values())) {
      const sides = together.map(storedSide);
      const compared = await signer.withBackpressure.explain(
        one.comparable,
        sides.map(({ comparable }) => comparable),
        collection.recipe,
        context,
      );
      for (const [i, { signature }] of together.entries()) {
        const { comparison } = compared[i]!;
        const newPassages = await markLines(compared[i]!.newPassages);
        const textMissing = isTextMissing(one, sides[i]!);
        evidence.set(signature.exactHash, { comparison, textMissing, newPassages });
      }
    }
    const contents = new Map(documents.map(({ id, signature }) => [id, signature.exactHash]));
    return matches.map((match) => ({
      ...match,
      evidence: evidence.get(contents.get(match.id) ?? '') ?? null,
    }));
  }
}

function* inPortions(documents: Iterable<ArchiveDocument>): Generator<ArchiveDocument[]> {
  let portion: ArchiveDocument[] = [];
  let bytes = 0;
  for (const document of documents) {
    const size = document.text?.length ?? 0;
    if (portion.length > 0 && bytes + size > packedBytesTogether) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(document);
    bytes += size;
  }
  if (portion.length > 0) yield portion;
}
