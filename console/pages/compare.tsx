import { useEffect, useState } from 'preact/hooks';
import { isDuplicateAt, isOnlyShorter } from '../additions.js';
import { apiCall, type Call, send } from '../api/request.js';
import type { Collection, Content, ExplainedComparison, LabelWord } from '../api/types.js';
import { AdditionsList, NewPassages } from '../parts/additions.js';
import { Bits } from '../parts/bits.js';
import { ContentInput, type Entered, nothingEntered, toContent } from '../parts/content-input.js';
import { CopyCurl } from '../parts/copy-curl.js';
import { ComparedSides, Diff, SideName } from '../parts/diff.js';
import { useDocuments } from '../parts/document-name.js';
import { Flips, Words } from '../parts/evidence.js';
import { Icon } from '../parts/icon.js';
import { Measures } from '../parts/measures.js';
import { PageHead } from '../parts/page-head.js';
import { SideBySide } from '../parts/passages.js';
import { AnswerOf, Empty, Failure } from '../parts/states.js';
import { type Session, useSession } from '../session.js';
import { useAction, useAnswer } from '../use-request.js';

interface Pair {
  readonly a: Content;
  readonly b: Content;
}

type Explained = Call<ExplainedComparison>;

/** Compares two contents: the match, the additions of A to B, and the reasons. */
export function Compare() {
  const { t, collection, route } = useSession();
  const [a, setA] = useState<Entered>(() => linked(route.parameters.a));
  const [b, setB] = useState<Entered>(() => linked(route.parameters.b));
  const [pair, setPair] = useState<Pair | undefined>(() => toPair(a, b));
  const ready = toPair(a, b) !== undefined;
  const options = { collection, explain: true };
  const asked = useAnswer(
    pair && (apiCall('POST', '/compare', { body: { ...pair, ...options } }) as Explained),
    [pair],
  );
  useEffect(() => {
    const { a: idA, b: idB } = route.parameters;
    if (idA === undefined || idB === undefined) return;
    const [one, other] = [linked(idA), linked(idB)];
    setA(one);
    setB(other);
    setPair(toPair(one, other));
  }, [route]);

  function example() {
    const [one, other] = [t('compare.exampleA'), t('compare.exampleB')].map(
      (value): Entered => ({ kind: 'text', value }),
    ) as [Entered, Entered];
    setA(one);
    setB(other);
    setPair(toPair(one, other));
  }

  return (
    <>
      <PageHead title={t('page.compare')}>{t('compare.about')}</PageHead>
      <form
        class="compare-form"
        onSubmit={(event) => {
          event.preventDefault();
          setPair(toPair(a, b));
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) setPair(toPair(a, b));
        }}
      >
        <div class="two-sides">
          <ContentInput name="A" entered={a} onEnter={setA} />
          <ContentInput name="B" entered={b} onEnter={setB} />
        </div>
        <div class="actions">
          <button type="submit" class="primary" disabled={!ready}>
            {t('compare.compare')}
          </button>
          <button
            type="button"
            onClick={() => {
              setA(b);
              setB(a);
              if (pair) setPair({ a: pair.b, b: pair.a });
            }}
          >
            <Icon name="swap" />
            {t('compare.swap')}
          </button>
          <button type="button" class="quiet" onClick={example}>
            {t('compare.example')}
          </button>
          {pair && (
            <CopyCurl
              call={{
                method: 'POST',
                path: '/compare',
                body: { ...pair, collection, explain: true },
              }}
            />
          )}
        </div>
      </form>
      {pair === undefined ? (
        <Empty title={t('compare.empty')}>
          <p>{t('compare.emptyHint')}</p>
        </Empty>
      ) : (
        <AnswerOf asked={asked}>
          {(compared) => <Compared compared={compared} pair={pair} />}
        </AnswerOf>
      )}
    </>
  );
}

interface ComparedProps {
  readonly compared: ExplainedComparison;
  readonly pair: Pair;
}

function Compared({ compared, pair }: ComparedProps) {
  const session = useSession();
  const { t, described, embedded } = session;
  const { match, level, adds, fingerprints, differingBits } = compared;
  const { a, b } = pair;
  const documents = useDocuments([a, b].flatMap((side) => ('id' in side ? [side.id] : [])));
  const isCopy = match && isDuplicateAt(level, 'page');
  const nameSide = (side: Content) => <SideName content={side} documents={documents} />;
  return (
    <div class="compared">
      <ComparedSides a={a} b={b} documents={documents} />
      <section class={`verdict ${isCopy ? 'match' : match ? 'similar' : ''}`} aria-live="polite">
        <h2>{t(`compare.${!match ? 'noMatch' : isOnlyShorter(compared) ? 'shorter' : level}`)}</h2>
        {described && (
          <p class="consequence">
            {t(
              !match
                ? 'compare.unrelated'
                : isDuplicateAt(level, described.duplicateIf)
                  ? 'compare.refused'
                  : 'compare.bothStored',
            )}
          </p>
        )}
        {match && <AdditionsList {...compared} />}
        {match && <NewPassages {...compared} />}
        <p class="hint consequence">{described && explainVerdict(compared, described, session)}</p>
        {embedded && 'id' in a && 'id' in b && <LabelPair key={a.id + b.id} a={a.id} b={b.id} />}
      </section>
      <section class="card">
        <h2>{t('compare.diff')}</h2>
        <Diff
          pieces={compared.diff}
          addsNothing={adds?.nothing === true}
          a={nameSide(a)}
          b={nameSide(b)}
        />
      </section>
      {!match && compared.passages && compared.passages.length > 0 && (
        <section class="card passages">
          <h2>{t('compare.passages')}</h2>
          <SideBySide passages={compared.passages} here="A" there="B" />
        </section>
      )}
      <details class="card">
        <summary>{t('compare.measured')}</summary>
        <h3>{t('compare.measures')}</h3>
        <Measures compared={compared} />
        <h3>
          {t('compare.fingerprints')}
          <span class="aside">{t('compare.bitsDiffer', { count: differingBits.length })}</span>
        </h3>
        <Bits a={fingerprints.a} b={fingerprints.b} />
        <Flips flips={compared.flips} />
        <h3>{t('compare.words')}</h3>
        <Words terms={compared.terms} />
      </details>
    </div>
  );
}

interface LabelPairProps {
  /** Ids of two stored documents. */
  readonly a: string;
  readonly b: string;
}

/** Buttons that label a pair. */
function LabelPair({ a, b }: LabelPairProps) {
  const { t, collection } = useSession();
  const action = useAction();
  const [said, setSaid] = useState<LabelWord | null>(null);
  function label(word: LabelWord): void {
    action.run(async () => {
      await send(apiCall('POST', '/labels', { body: { a, b, label: word, collection } }));
      setSaid(word);
    });
  }
  return (
    <div class="actions consequence">
      <span>{t('labels.queue')}</span>
      {(['same', 'version', 'different'] as const).map((word) => (
        <button
          key={word}
          type="button"
          class="small"
          title={t(`label.${word}.why`)}
          aria-pressed={said === word}
          disabled={action.busy}
          onClick={() => label(word)}
        >
          {t(`label.${word}`)}
        </button>
      ))}
      {action.failure && <Failure failure={action.failure} />}
    </div>
  );
}

/** Explains why two contents match or not, by the rules of docs/matching.md. */
function explainVerdict(
  compared: ExplainedComparison,
  collection: Collection,
  { t }: Session,
): string {
  const { match, exact, similarity, distance } = compared;
  const { minSimilarity, maxDistance, recipe } = collection;
  if (exact) return t('reason.exact');
  if (similarity === null) {
    return t(match ? 'reason.near' : 'reason.far', { distance, maxDistance });
  }
  if (match) return t('reason.alike', { similarity, minSimilarity });
  if (similarity < minSimilarity) return t('reason.unlike', { similarity, minSimilarity });
  return t('reason.short', { similarity, needed: recipe.shortMinSimilarity ?? minSimilarity });
}

function toPair(a: Entered, b: Entered): Pair | undefined {
  const [one, other] = [toContent(a), toContent(b)];
  return one === null || other === null ? undefined : { a: one, b: other };
}

function linked(id: string | undefined): Entered {
  return id === undefined ? nothingEntered : { kind: 'id', value: id };
}
