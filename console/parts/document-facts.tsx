import { recordedLevel } from '../additions.js';
import { apiCall } from '../api/request.js';
import type { Document } from '../api/types.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';
import { DocumentId } from './document-name.js';
import { Closeness } from './found-match.js';
import { Fact } from './states.js';

interface DocumentFactsProps {
  readonly document: Document;
}

/** Facts about a document: its match, page, signature and versions. */
export function DocumentFacts({ document }: DocumentFactsProps) {
  return (
    <>
      <ClusterFacts document={document} />
      <PageFacts document={document} />
      <Signature document={document} />
      <Versions document={document} />
    </>
  );
}

function ClusterFacts({ document: { id, cluster, match } }: DocumentFactsProps) {
  const { t, href } = useSession();
  return (
    <section class="card">
      <h2>{t('document.cluster')}</h2>
      {cluster === null ? (
        <p class="hint">{t('document.noCluster')}</p>
      ) : (
        <p>
          <a href={href('clusters', { id: cluster })}>{t('document.toCluster')}</a>
        </p>
      )}
      {match ? (
        <div class="matched">
          <p class="hint">{t('document.matched')}</p>
          <DocumentId id={match.id} />
          <p class="match-line">
            <Closeness {...match} level={recordedLevel(match)} />
            <a href={href('compare', { a: id, b: match.id })}>{t('compare.compare')}</a>
          </p>
          {match.addsNothing && !match.exact && <ReasonOfCheck id={id} match={match.id} />}
        </div>
      ) : (
        cluster !== null && <p class="hint">{t('document.first')}</p>
      )}
    </section>
  );
}

interface ReasonOfCheckProps {
  readonly id: string;
  /** Id of the match when the document was stored. */
  readonly match: string;
}

/** Reason why a document was stored although it adds nothing to its match, if its check is still recorded. */
function ReasonOfCheck({ id, match }: ReasonOfCheckProps) {
  const { t, collection, embedded } = useSession();
  const query = { collection, id, match, decision: 'similar' as const, limit: 1 };
  const { answer } = useAnswer(embedded && apiCall('GET', '/decisions', { query }));
  const reason = answer?.decisions[0]?.reason ?? null;
  return reason === null ? null : <p class="hint">{t(`live.${reason}`)}</p>;
}

const factsOfPage = ['title', 'siteName', 'canonical', 'language', 'publishedAt'] as const;

/** Facts that the page declares about itself, unmodified. */
function PageFacts({ document: { page } }: DocumentFactsProps) {
  const { t } = useSession();
  if (page === null) return null;
  return (
    <section class="card">
      <h2>{t('document.page')}</h2>
      <dl class="facts">
        {factsOfPage.map(
          (name) =>
            page[name] !== null && (
              <Fact key={name} name={t(`document.page.${name}`)}>
                <bdi>{page[name]}</bdi>
              </Fact>
            ),
        )}
      </dl>
    </section>
  );
}

function Signature({ document }: DocumentFactsProps) {
  const { t, number, described } = useSession();
  const { fingerprint, featureCount, shortText, extractor } = document;
  const recipe = described?.recipe;
  return (
    <section class="card">
      <h2>{t('document.signature')}</h2>
      <dl class="facts">
        <Fact name={t('content.fingerprint')}>
          <code>{fingerprint}</code>
        </Fact>
        <Fact name={t('document.features')}>
          {featureCount === null ? t('document.unknown') : number(featureCount)}
        </Fact>
        <Fact name={t('document.short')}>{t(shortText ? 'answer.yes' : 'answer.no')}</Fact>
        {recipe?.bands && recipe.shingle && (
          <Fact name={t('document.sketch')}>
            {t('document.sketchOf', { words: recipe.shingle.words, bands: recipe.bands.count })}
          </Fact>
        )}
        <Fact name={t('document.extractor')}>{extractor ?? t('document.asText')}</Fact>
        {recipe && (
          <Fact name={t('collection.recipe')}>
            <code>{described.recipeId}</code>
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Versions({ document }: DocumentFactsProps) {
  const { t, number } = useSession();
  const { revision, storedAt, updatedAt, lastSeenAt, seenCount, expiresAt, claim } = document;
  return (
    <section class="card">
      <h2>{t('document.versions')}</h2>
      <dl class="facts">
        <Fact name={t('document.revision')}>{number(revision)}</Fact>
        <Fact name={t('document.stored')}>
          <Moment at={storedAt} />
        </Fact>
        <Fact name={t('document.updated')}>
          <Moment at={updatedAt} />
        </Fact>
        <Fact name={t('document.lastSeen')}>
          <Moment at={lastSeenAt} />
        </Fact>
        <Fact name={t('document.seen')}>{number(seenCount)}</Fact>
        <Fact name={t('document.expires')}>
          {expiresAt === null ? t('document.never') : <Moment at={expiresAt} />}
        </Fact>
        {claim && (
          <Fact name={t('document.claim')}>
            <Moment at={claim.expiresAt} />
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Moment({ at }: { readonly at: string }) {
  const { time } = useSession();
  return <time dateTime={at}>{time(at)}</time>;
}
