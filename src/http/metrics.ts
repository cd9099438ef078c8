import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { decisionCounts } from '../api/fields.js';
import type { Detector } from '../detector/detector.js';
import type { Observer } from '../detector/observer.js';
import { createLongWork } from '../quota/long-work.js';

/*
 * Figures of GET /metrics, in the Prometheus text format. Labels have few values: the label of a route is its
 * pattern, such as `/documents/:id`, never a URL, and no label names a collection, a document or a key.
 */

/** Source of the figures about the store. */
type StoreState = Pick<Detector, 'stats'>;

export interface Metrics {
  /** Receives events of the store and the detector. */
  readonly observer: Observer;
  requestDone(method: string, route: string, status: number, seconds: number): void;
  /**
   * Collects all figures, including current ones of the store. Calls that arrive while figures are being collected
   * share the next round.
   */
  expose(detector: StoreState & Pick<Detector, 'load'>): Promise<string>;
  readonly contentType: string;
}

/** Statuses of throttled requests, defects, an overloaded or stopping service, and a full disk. */
const watchedStatuses: ReadonlySet<number> = new Set([429, 500, 503, 507]);

export function createMetrics(version: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `neardup_${name}`, help, registers });
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name: `neardup_${name}`, help, buckets, registers });

  new Gauge({
    name: 'neardup_build_info',
    help: 'Always 1; the label is the version',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  const requests = new Histogram({
    name: 'neardup_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const errors = new Counter({
    name: 'neardup_http_errors_total',
    help: 'Answers that say that the service cannot do its work, by status',
    labelNames: ['status'],
    registers,
  });
  // A counter that began with the first error would hide this error from `increase`.
  for (const status of watchedStatuses) errors.inc({ status }, 0);
  const decisions = new Counter({
    name: 'neardup_decisions_total',
    help: 'Checks by decision',
    labelNames: ['decision'],
    registers,
  });
  for (const decision of Object.keys(decisionCounts)) decisions.inc({ decision }, 0);
  const probes = histogram(
    'search_probes',
    'Places of the indexes read by a search',
    [4, 8, 12, 16, 32, 64, 128],
  );
  const candidates = histogram(
    'search_candidates',
    'Contents compared by a search',
    [0, 1, 2, 5, 10, 20, 50, 100, 1000, 10_000, 100_000],
  );
  const groups = histogram(
    'store_group_operations',
    'Operations done together',
    [1, 2, 4, 8, 16, 32, 64, 128],
  );
  const commits = histogram(
    'store_commit_seconds',
    'Commits with their sync to disk',
    [0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1],
  );
  const expired = new Counter({
    name: 'neardup_expired_documents_total',
    help: 'Documents removed because they had expired',
    registers,
  });
  const expiredClaims = new Counter({
    name: 'neardup_lapsed_claims_total',
    help: 'Claims that ended because nobody confirmed them',
    registers,
  });
  const up = gauge('store_up', '1: the store answers; 0: it does not');
  const storeQueue = gauge('store_queue_operations', 'Operations that wait for the store');
  const signingQueue = gauge('signing_queue_tasks', 'Long texts that wait for a signing thread');
  const pageQueue = gauge('page_queue_tasks', 'Pages that wait for a thread that reads them');
  const restarts = new Counter({
    name: 'neardup_worker_restarts_total',
    help: 'Threads that were lost with their work, and replaced',
    labelNames: ['threads'],
    registers,
  });
  const restartsTold = { signing: 0, pages: 0 };
  const tellRestarts = (threads: 'signing' | 'pages', count: number) => {
    restarts.inc({ threads }, count - restartsTold[threads]);
    restartsTold[threads] = count;
  };
  const totals = {
    documents: gauge('documents', 'Documents stored'),
    contents: gauge('contents', 'Distinct contents stored'),
    fingerprints: gauge('fingerprints', 'Distinct fingerprints stored'),
    claims: gauge('claims', 'Documents that are claimed, and not confirmed yet'),
    bytes: gauge('database_bytes', 'Size of the database files, the write-ahead log included'),
    walBytes: gauge('wal_bytes', 'Size of the write-ahead log'),
  };

  const together = createLongWork({ each: 1, all: 1 });

  async function askStore({ stats: ask }: StoreState): Promise<void> {
    try {
      const stats = await ask();
      for (const [name, total] of Object.entries(totals)) {
        const count = stats[name as keyof typeof totals];
        if (count === null) total.remove();
        else total.set(count);
      }
      up.set(1);
    } catch {
      // The other figures are still useful, and `store_up` reports the failure.
      up.set(0);
    }
  }

  return {
    observer: {
      decided: (decision) => decisions.inc({ decision }),
      groupDone({ operations, commitMs, searches, expired: removed, expiredClaims: ended }) {
        groups.observe(operations);
        expired.inc(removed);
        expiredClaims.inc(ended);
        if (commitMs !== null) commits.observe(commitMs / 1000);
        for (const search of searches) {
          probes.observe(search.probes);
          candidates.observe(search.candidates);
        }
      },
    },
    requestDone(method, route, status, seconds) {
      requests.observe({ method, route, status }, seconds);
      if (watchedStatuses.has(status)) errors.inc({ status });
    },
    expose: (detector) =>
      together.run('metrics', async () => {
        const load = detector.load();
        storeQueue.set(load.storeQueue);
        signingQueue.set(load.signingQueue);
        pageQueue.set(load.pageQueue);
        tellRestarts('signing', load.lostSigningThreads);
        tellRestarts('pages', load.lostPageThreads);
        await askStore(detector);
        return registry.metrics();
      }),
    contentType: registry.contentType,
  };
}
