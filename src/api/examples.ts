/** Of an operation: a request that can be sent as it is. */
export interface Example {
  readonly body?: unknown;
  /** By name: path and query. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

const first = 'https://example.com/tea';
const second = 'https://example.org/tea';
const text =
  'The pickers go up before dawn with baskets on their backs, take one bud and one leaf, and come down before the sun is high.';
const inArticles = { parameters: { name: 'articles' } };
const both = { a: first, b: second };

/**
 * By operation. Sent in this order to an empty service, each is answered as its summary says: the tests do
 * so.
 */
export const examples: Readonly<Record<string, Example>> = {
  createCollection: { body: { name: 'articles', keepText: true, recipe: { parts: {} } } },
  listCollections: {},
  getCollection: inArticles,
  updateCollection: { ...inArticles, body: { minSimilarity: 0.8 } },
  check: { body: { id: first, text, metadata: { title: 'Tea' } } },
  addDocument: { body: { id: second, text: `${text} The tea is dried on the same day.` } },
  bulk: {
    parameters: { mode: 'check' },
    body: `${JSON.stringify({ id: first, text })}\n${JSON.stringify({ id: second, text })}\n`,
  },
  query: { body: { text, explain: true } },
  compare: { body: { a: { id: first }, b: { text }, explain: true } },
  overlap: { body: { text, collection: 'articles' } },
  fingerprint: { body: { text } },
  extract: { body: { html: `<html><title>Tea</title><body><p>${text}</p></body></html>` } },
  listDocuments: { parameters: { idPrefix: 'https://example.' } },
  getDocument: { parameters: { id: first } },
  lookupDocuments: { body: { ids: [first, second] } },
  confirmDocuments: { body: { ids: [first] } },
  listClusters: {},
  getCluster: {},
  listClusterHosts: {},
  setRepresentative: { body: { id: first } },
  separateDocuments: { body: both },
  listSeparations: {},
  deleteSeparation: { parameters: both },
  labelPair: { body: { ...both, label: 'same' } },
  listLabels: {},
  deleteLabel: { parameters: both },
  border: inArticles,
  recommendation: inArticles,
  scanCollection: { ...inArticles, body: { dryRun: true } },
  listJobs: {},
  getJob: {},
  cancelJob: {},
  reindexCollection: { ...inArticles, body: { recipe: { hmm: false } } },
  stats: {},
  history: { parameters: { hours: 24 } },
  recent: {},
  service: {},
  settings: {},
  keys: {},
  metrics: {},
  health: {},
  ready: {},
  events: { parameters: { decision: 'duplicate,similar' } },
  backup: { body: {} },
  deleteDocument: { parameters: { id: second } },
  deleteDocuments: { body: { ids: [first] } },
  deleteCollection: { parameters: { name: 'articles', confirm: 'articles' } },
};
