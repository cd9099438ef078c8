import { RequestFailed } from '../api/failure.js';
import { request } from '../api/request.js';
import { exampleCollection, examplePages } from '../example/pages.js';
import { useSession } from '../session.js';
import { useAction } from '../use-action.js';
import { Empty, Failure } from './states.js';

/** A pause between pages, so that the user can watch the decisions. */
const pauseMs = 150;

/** What a new service shows: how to send the first page, and example pages to try everything. */
export function ExamplePages() {
  const { t, choose, collectionsChanged } = useSession();
  const action = useAction();

  function load() {
    action.run(async () => {
      await request('POST', '/collections', {
        body: { name: exampleCollection, keepText: true },
      }).catch((error: unknown) => {
        if (!(error instanceof RequestFailed && error.code === 'collection_exists')) throw error;
      });
      collectionsChanged();
      choose({ collection: exampleCollection });
      for (const { id, text } of examplePages()) {
        await request('POST', '/check', { body: { id, text, collection: exampleCollection } });
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    });
  }

  return (
    <Empty title={t('start.title')}>
      <p>{t('start.first')}</p>
      <pre>{curlOf(location.origin)}</pre>
      <p>{t('start.examples')}</p>
      {action.failure && <Failure failure={action.failure} />}
      <button type="button" class="primary" disabled={action.busy} onClick={load}>
        {t('start.load')}
      </button>
    </Empty>
  );
}

function curlOf(origin: string): string {
  return `curl ${origin}/check --json '{
  "id": "https://news.example/1",
  "text": "The first page of a crawl."
}'`;
}
