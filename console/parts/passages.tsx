import { apiCall } from '../api/request.js';
import type { Collection, Content, Overlap, OverlapDocument, PassageRange } from '../api/types.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';
import { AnswerOf, Empty } from './states.js';

/** Settings of the search; the message for an empty result also includes them. */
const settings = { minWords: 8, minContainment: 0.05, limit: 10, texts: true };

/** Tests if the service can find the passages that a content shares with stored documents. */
export function hasPassages(content: Content, collection: Collection | undefined): boolean {
  if (!collection?.recipe.parts || 'fingerprint' in content) return false;
  return 'id' in content ? collection.keepText : true;
}

interface PassagesProps {
  readonly content: Content;
  readonly wanted: boolean;
  readonly onWant: (wanted: boolean) => void;
}

/** Passages shared with stored documents, searched on request. */
export function Passages({ content, wanted, onWant }: PassagesProps) {
  const { t, collection } = useSession();
  const body = { ...content, ...settings, collection };
  const asked = useAnswer(wanted && apiCall('POST', '/overlap', { body }));
  return (
    <section class="passages" aria-label={t('passages.title')}>
      <p class="actions">
        <button type="button" aria-expanded={wanted} onClick={() => onWant(!wanted)}>
          {t('passages.title')}
        </button>
        <span class="hint">{t('passages.about')}</span>
      </p>
      <AnswerOf asked={asked}>{(found) => <FoundPassages found={found} />}</AnswerOf>
    </section>
  );
}

function FoundPassages({ found }: { readonly found: Overlap }) {
  const { t, number, percent } = useSession();
  const { words, share, passages, truncated, tookMs } = found;
  const documents = found.documents.filter((document) => document.passages.length > 0);
  if (passages.length === 0) {
    const { minWords, minContainment } = settings;
    return (
      <div role="status">
        <Empty title={t('passages.none')}>
          <p>{t('passages.noneHint', { words: minWords, share: percent(minContainment) })}</p>
        </Empty>
      </div>
    );
  }
  return (
    <div class="card">
      <p class="tally" role="status">
        {t('passages.share', { share: percent(share) })}
        <span class="hint">{t('passages.effort', { words, ms: number(tookMs, 1) })}</span>
      </p>
      {truncated && (
        <p class="hint">{t('passages.truncated', { count: found.documents.length })}</p>
      )}
      <ol>
        {passages.map(({ start, words, documents, ...stretch }) => (
          <li key={start}>
            <p class="excerpt" dir="auto">
              {passageText({ start, ...stretch })}
            </p>
            <p class="hint">
              {t('passages.where', { count: words, list: documents.join(t('list.comma')) })}
            </p>
          </li>
        ))}
      </ol>
      {documents.map((document, index) => (
        <PassageList key={document.id} document={document} open={index === 0} />
      ))}
    </div>
  );
}

interface PassagesInProps {
  readonly document: OverlapDocument;
  readonly open: boolean;
}

/** Passages of one document next to those of the text. */
function PassageList({ document, open }: PassagesInProps) {
  const { t, percent } = useSession();
  const { id, share, exact, passages } = document;
  return (
    <details open={open}>
      <summary>
        <h3>
          <code class="id">{id}</code>
        </h3>{' '}
        <span class="hint">{t('passages.ofText', { share: percent(share) })}</span>
      </summary>
      {!exact && <p class="hint">{t('passages.sample')}</p>}
      <SideBySide passages={passages} there={t('passages.there')} here={t('passages.here')} />
    </details>
  );
}

interface SideBySideProps {
  readonly passages: OverlapDocument['passages'];
  /** Names of both sides. */
  readonly here: string;
  readonly there: string;
}

/** Passages of one text next to those of the other. */
export function SideBySide({ passages, here, there }: SideBySideProps) {
  const { t } = useSession();
  return (
    <ol>
      {passages.map(({ match, ...passage }) => (
        <li key={passage.start}>
          <dl>
            <div>
              <dt class="of-a">{here}</dt>
              <dd dir="auto">{passageText(passage)}</dd>
            </div>
            <div>
              <dt class="of-b">{there}</dt>
              {match === null ? (
                <dd class="hint">{t('passages.notKept')}</dd>
              ) : (
                <dd dir="auto">{passageText(match)}</dd>
              )}
            </div>
          </dl>
        </li>
      ))}
    </ol>
  );
}

/** Returns the text of a passage; the service truncates long passages. */
function passageText({ text = '', start, end }: PassageRange): string {
  return text.length < end - start ? `${text} …` : text;
}
