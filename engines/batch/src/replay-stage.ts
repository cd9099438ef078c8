import {
  type Decision,
  hostOrCommon,
  nextVersion,
  type ReplayDocument,
  type ReplayRules,
  replay,
  type Signature,
  type StoredDocument,
  seenAgain,
  storedEvidence,
} from 'neardup/engine';
import { type RowRecipe, type SignedDocument, signedRow } from './signed-row.js';
import { broken, type Emit, type Stage, splitColumns } from './stage.js';

export interface ReplayStageOptions extends ReplayRules, RowRecipe {
  readonly recipe: ReplayRules['recipe'] & RowRecipe['recipe'];
  /** Lifetime of documents in the collection; null if they do not expire. */
  readonly ttlSeconds: number | null;
  /** Time at which the document at position 0 is stored, in ms. The document at position n is stored n ms later. */
  readonly time: number;
  /** Encodes, as a column, a document that is stored when the replay ends. */
  readonly documentColumn: (document: StoredDocument) => string;
}

/**
 * Replays documents. Each input line has a component, an input position and a signed document; lines are sorted by
 * component and position. Output lines begin with one of these words:
 *
 *   decision   the decision of a check, one line per document
 *   document   a document stored at the end, one line per id
 *
 * Memory holds only the stored documents of one component. A document that could not be signed is listed with its
 * error, and must be alone in its component.
 */
export function createReplayStage(options: ReplayStageOptions): Stage {
  const { documentColumn } = options;
  let component: string | null = null;
  let place = -1;
  let current = startComponent(options);

  function finish(emit: Emit): void {
    for (const document of current.stored()) emit(`document\t${documentColumn(document)}`);
  }

  return {
    line(line, emit) {
      const [lineComponent, ordText, column] = splitColumns(line, 3);
      const ord = Number(ordText);
      if (ordText === '' || !Number.isSafeInteger(ord))
        throw broken('it names no place in the input');
      if (lineComponent !== component) {
        finish(emit);
        component = lineComponent!;
        place = -1;
        current = startComponent(options);
      }
      if (ord <= place) throw broken(`place ${ord} comes after ${place}: the input is not sorted`);
      place = ord;
      const row = signedRow(column!, options);
      emit(
        `decision\t${JSON.stringify('error' in row ? { ord, ...row } : listed(current.decide(row, ord)))}`,
      );
    },
    end: finish,
  };
}

function listed({ ord, id, decision, ...match }: Decision): object {
  return { ord, id, decision, ...match };
}

/** Starts the replay of a component. Its documents are added one at a time. */
function startComponent({ recipe, rule, duplicateIf, time, ttlSeconds }: ReplayStageOptions) {
  const stored = new Map<string, StoredDocument>();
  let handed: ReplayDocument;
  const keep = <Content extends Pick<Signature, 'evidence'>>(content: Content): Content => ({
    ...content,
    evidence: content.evidence && storedEvidence(content.evidence).slice(),
  });
  const decisions = replay(
    handedOver(),
    { recipe, rule, duplicateIf },
    { keep, hostOf: hostOrCommon },
  );

  function* handedOver(): Generator<ReplayDocument> {
    // The replay reads a document only when a decision is requested.
    while (true) yield handed;
  }

  function decide(document: SignedDocument, ord: number): Decision {
    const { id, signature } = document;
    handed = { id, signature, ord };
    const decision = decisions.next().value as Decision;
    const now = time + ord;
    const expiresAt = ttlSeconds === null ? null : now + ttlSeconds * 1000;
    const earlier = stored.get(id);
    if (decision.decision === 'unchanged')
      stored.set(id, seenAgain(earlier!, { expiresAt, now }, 'check'));
    else if (decision.decision !== 'duplicate') {
      stored.set(
        id,
        nextVersion(earlier, { ...document, signature: keep(signature), expiresAt, now }),
      );
    }
    return decision;
  }

  return { decide, stored: () => stored.values() };
}
