import {
  collectionChanges,
  collectionReply,
  collectionRequest,
  listedCollectionReply,
} from '../../api/collections.js';
import { documentRequest, toDocument } from '../../api/content.js';
import { documentReply } from '../../api/documents.js';
import { timeReply } from '../../api/fields.js';
import { jobReply, scanRequest } from '../../api/jobs.js';
import { parsed } from '../../api/validation.js';
import { storedRefusedReply, verdictsReply } from '../../api/verdicts.js';
import { archiveCollections } from '../../archive/archive-collections.js';
import { type AgainstMatch, againstMatch } from '../../batch/dedup/notes.js';
import type { Config } from '../../config.js';
import type { Document, OrderedChecks } from '../../detector/check.js';
import type { NewCollection } from '../../detector/collections.js';
import type { DecisionsPage } from '../../detector/decision-log.js';
import type { Detector } from '../../detector/detector.js';
import { NeardupError } from '../../errors.js';
import type { DocumentLine } from '../../input/document-lines.js';
import { type PageDocument, refuseLongPage } from '../../input/fetched-page.js';
import { openBatchDetector } from '../../open-detector.js';
import type { DecisionQuery, DryRunLimits, Outcome, Service } from './service.js';

const pageSize = 1000;

/** Opens the database file that the settings name in this process. No other process may have the file open. */
export async function openFileService(config: Config): Promise<Service> {
  try {
    return fileService(await openBatchDetector(config), config);
  } catch (error) {
    if (!(error instanceof NeardupError && isHeld(error))) throw error;
    throw new NeardupError(
      error.code,
      `Cannot open "${config.dataFile}": another process has it open; if that is a service, name its address instead, as in --url http://127.0.0.1:8080`,
      { cause: error },
    );
  }
}

/**
 * Tests if an error means that another process has the file open. Only the message of the error shows this, because the
 * store thread does not pass on the cause of an error.
 */
function isHeld({ code, message }: NeardupError): boolean {
  return code === 'not_ready' && message.includes('another process has it open');
}

export function fileService(detector: Detector, config: Config): Service {
  const request = documentRequest(config);
  const inOrder = detector.inOrder();
  const atOnce: Pick<OrderedChecks, 'add' | 'check'> = {
    add: (document) => detector.add(document, { backpressure: true }),
    check: (document, limits) => detector.check(document, limits, { backpressure: true }),
  };

  function send(lines: readonly DocumentLine[], mode: 'add' | 'check'): Promise<Outcome[]> {
    return Promise.all(lines.map((line) => sendOne(line, mode).catch((error: Error) => error)));
  }

  async function sendOne(line: DocumentLine, mode: 'add' | 'check'): Promise<string> {
    return store(toDocument(parsed(request.json, line, '')), mode, inOrder);
  }

  function tryChecks(lines: readonly DocumentLine[], limits: DryRunLimits) {
    return Promise.all(lines.map((line) => tryCheck(line, limits).catch((error: Error) => error)));
  }

  async function tryCheck(line: DocumentLine, limits: DryRunLimits): Promise<AgainstMatch> {
    const document = toDocument(parsed(request.json, line, ''));
    const { outcome } = await inOrder.check(document, { ...limits, dryRun: true, limit: 0 });
    return againstMatch(outcome, outcome.best);
  }

  async function sendPage(
    { page, ...fields }: PageDocument,
    mode: 'add' | 'check',
  ): Promise<string> {
    refuseLongPage(page, config);
    return store(toDocument({ ...parsed(request.query, fields, ''), page }), mode, atOnce);
  }

  async function store(
    document: Document,
    mode: 'add' | 'check',
    { add, check }: Pick<OrderedChecks, 'add' | 'check'>,
  ): Promise<string> {
    if (mode === 'add') return (await add(document)).outcome.status;
    return (await check(document, { limit: 0 })).outcome.decision;
  }

  async function* list(collection: string) {
    for (let after: string | null = null; ; ) {
      const { documents, more } = await detector.list(collection, { after, limit: pageSize });
      for (const document of documents) {
        yield documentReply(document, collection);
      }
      if (!more) return;
      after = documents.at(-1)!.id;
    }
  }

  async function* decisions(collection: string, query: DecisionQuery) {
    const { since, order = 'newest', ...others } = query;
    const filter = { ...others, ...(since !== undefined && { since: Date.parse(since) }) };
    for (let after: DecisionsPage['after'] = null; ; ) {
      const page: DecisionsPage = { filter, order, after, limit: pageSize };
      const { decisions: listed, more } = await detector.listDecisions(collection, page);
      for (const { at, ...decision } of listed) yield { ...decision, at: timeReply(at) };
      if (!more) return;
      const { number, certainty } = listed.at(-1)!;
      after = { number, certainty: certainty ?? 0 };
    }
  }

  async function lookUp(ids: readonly string[], collection: string) {
    const shown = { decisions: true };
    const found = await detector.lookup(ids, collection, undefined, shown);
    return {
      documents: found.documents.map(({ id, updatedAt }) => ({
        ...{ id, updatedAt: timeReply(updatedAt) },
      })),
      decisions: found.decisions.map(({ at, ...decision }) => ({ ...decision, at: timeReply(at) })),
      remaining: found.remaining,
    };
  }

  async function backup(file: string | undefined) {
    if (file === undefined) {
      const message = 'Cannot back up a database file without the name of the file to write';
      throw new NeardupError('validation_failed', message);
    }
    return { name: file, ...(await detector.backupTo(file)) };
  }

  return {
    getCollection: detector.getCollection,
    listCollections: async () => (await detector.listCollections()).map(listedCollectionReply),
    createCollection: async (collection) =>
      collectionReply(
        await detector.createCollection(parsed(collectionRequest, collection, '') as NewCollection),
      ),
    updateCollection: async (name, changes) =>
      collectionReply(
        await detector.updateCollection(name, parsed(collectionChanges, changes, '')),
      ),
    deleteCollection: detector.deleteCollection,
    send,
    tryChecks,
    sendsAtOnce: { add: 2, check: 2 },
    sendPage,
    separate: async (a, b, collection) => {
      await detector.separate(a, b, collection);
    },
    reindex: async (collection, recipe) => jobReply(await detector.reindex(collection, recipe)),
    scan: async (collection, options) =>
      jobReply(await detector.scan(collection, parsed(scanRequest, options, ''))),
    getJob: async (id) => jobReply(detector.getJob(id)),
    archive: archiveCollections(detector),
    list,
    decisions,
    storeRefused: async (number, collection) =>
      storedRefusedReply(await detector.storeRefused(number, 'different', collection), collection),
    judgeRight: (number, collection) => detector.judgeDecision(number, 'right', collection),
    countVerdicts: async (collection) => verdictsReply(await detector.countVerdicts(collection)),
    hosts: (collection, query) => detector.listHostDecisions(query, collection),
    lookUp,
    backup,
    close: detector.close,
  };
}
