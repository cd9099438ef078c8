/**
 * Commands that make what the reader of a page already has, such as a crawl, in the directory in which the page's commands
 * run.
 */
export const readerFiles: Readonly<Record<string, string>> = {
  'docs/dedup.md': `
    ${warcFile('crawl-1.warc.gz')}
    mkdir saved-pages
    echo '<!doctype html><p>The ferry leaves the old harbour twice a day.</p>' > saved-pages/ferry.html
    ${lines('articles.jsonl', { url: 'https://a.example/', body: 'Tea is dried on the same day.' })}
    echo '{"method": "minhash"}' > recipe.json
    ${lines('yesterday.ndjson', { id: 'old', text: 'The museum is open from May to September.' })}
    gzip -c yesterday.ndjson > last-week.ndjson.gz
    ${lines('today.ndjson', { id: 'a', text: 'The museum is open from May to September.' })}
    for store in '--url http://127.0.0.1:8080' '--data ./data/neardup.db'; do
      neardup collection create news $store
      neardup import yesterday.ndjson --collection news $store
    done`,
  'docs/integrations/heritrix.md': `mkdir warcs; ${warcFile('warcs/crawl.warc.gz')}`,
  'docs/integrations/katana.md': lines('katana.jsonl', {
    request: { endpoint: 'https://a.example/' },
    response: { body: '<!doctype html><p>Tea is dried on the same day.</p>' },
  }),
  'docs/integrations/nutch.md': `mkdir warcs; ${warcFile('warcs/crawl.warc')}`,
};

function lines(file: string, line: object): string {
  return `echo '${JSON.stringify(line)}' > ${file}`;
}

/** Writes a WARC file with one page. */
function warcFile(file: string): string {
  const page = 'The passage takes two hours in fair weather.';
  const head = [
    'WARC/1.1',
    'WARC-Type: resource',
    'WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>',
    'WARC-Date: 2026-01-01T00:00:00Z',
    'WARC-Target-URI: https://ferry.example/',
    'Content-Type: text/plain',
    `Content-Length: ${page.length}`,
  ];
  const record = `printf '${head.join('\\r\\n')}\\r\\n\\r\\n${page}\\r\\n\\r\\n'`;
  return `${record} ${file.endsWith('.gz') ? '| gzip ' : ''}> ${file}`;
}
