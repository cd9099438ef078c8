import { storedEvidence } from '../../fingerprint/packed-reading.js';
import type { Signature } from '../../fingerprint/signature.js';
import type { StoredDocument } from '../../store/contract/documents.js';
import { nextVersion, seenAgain } from '../../store/rules/versions.js';
import { type Decision, type ReplayDocument, type ReplayRules, replay } from '../replay.js';
import { type RowRecipe, type SignedDocument, signedRow } from './signed-row.js';
import { broken, columnsOf, type Emit, type Stage } from './stage.js';

export interface ReplayStageOptions extends ReplayRules, RowRecipe {
  readonly recipe: ReplayRules['recipe'] & RowRecipe['recipe'];
  /** Lifetime of documents in the collection; null: they do not expire. */
  readonly ttlSeconds: number | null;
  /** Time at which document 0 counts as stored; each later one a millisecond later. */
  readonly time: number;
  /** Writes a document that is stored at the end as a column. */
  readonly documentColumn: (document: StoredDocument) => string;
}

/**
 * Lines of a component, a place in the input and a signed document, sorted by both, become
 *
 *   decision   what a check would have decided, a line for each document
 *   document   what would be stored at the end, a line for each id
 *
 * Only what would be stored is held in memory, and only of one component. A refused document is
 * listed with its error; it must be in no component with others.
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
      const [lineComponent, ordText, column] = columnsOf(line, 3);
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

/** A replay that is handed its documents one by one. */
function startComponent({ recipe, rule, duplicateIf, time, ttlSeconds }: ReplayStageOptions) {
  const stored = new Map<string, StoredDocument>();
  let handed: ReplayDocument;
  const keep = <Content extends Pick<Signature, 'evidence'>>(content: Content): Content => ({
    ...content,
    evidence: content.evidence && storedEvidence(content.evidence).slice(),
  });
  const decisions = replay(handedOver(), { recipe, rule, duplicateIf }, { keep });

  function* handedOver(): Generator<ReplayDocument> {
    // The replay asks for a document only when it is asked for a decision.
    while (true) yield handed;
  }

  function decide(document: SignedDocument, ord: number): Decision {
    const { id, signature } = document;
    handed = { id, signature, ord };
    const decision = decisions.next().value as Decision;
    const now = time + ord;
    const expiresAt = ttlSeconds === null ? null : now + ttlSeconds * 1000;
    const earlier = stored.get(id);
    if (decision.decision === 'unchanged') stored.set(id, seenAgain(earlier!, { expiresAt, now }));
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
