import { NeardupProblem } from 'neardup-client';
import { currentKey } from '../api/key.js';
import { apiCall, neardup, send } from '../api/request.js';
import { exampleCollection, examplePages, texts } from '../example/pages.js';
import { useSession } from '../session.js';
import { useAction } from '../use-request.js';
import { formatCurl } from './copy-curl.js';
import { keptForTwoWeeks } from './keep-refused.js';
import { Empty, Failure } from './states.js';

/** Pause between pages, so that users can watch the decisions. */
const pauseMs = 150;

/** First steps with a new service: a request for the first page, and example pages to try everything. */
export function ExamplePages() {
  const { t, collection, choose, collectionsChanged } = useSession();
  const action = useAction();
  const [first, second] = [firstPage, copyOfFirst].map((page) =>
    formatCurl(apiCall('POST', '/check', { body: { ...page, collection } }), currentKey() !== null),
  );

  function load() {
    action.run(async () => {
      const body = { name: exampleCollection, keepText: true, refusedPages: keptForTwoWeeks };
      await send(apiCall('POST', '/collections', { body })).catch((error: unknown) => {
        if (!(error instanceof NeardupProblem && error.code === 'collection_exists')) throw error;
      });
      collectionsChanged();
      choose({ collection: exampleCollection });
      for (const { id, text } of examplePages()) {
        await neardup.check({ id, text, collection: exampleCollection });
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    });
  }

  return (
    <Empty title={t('start.title')}>
      <p>{t('start.first')}</p>
      <pre>{first}</pre>
      <p>{t('start.second')}</p>
      <pre>{second}</pre>
      <p>{t('start.examples')}</p>
      {action.failure && <Failure failure={action.failure} />}
      <button type="button" class="primary" disabled={action.busy} onClick={load}>
        {t('start.load')}
      </button>
    </Empty>
  );
}

const text = `${texts[0].text.split('. ', 3).join('. ')}.`;
const firstPage = { id: 'https://news.example/1', text };
const copyOfFirst = { id: 'https://mirror.example/1', text };
