import type { Config } from '../config.js';
import { documentOf } from '../http/content.js';
import { documentReply, jobReply } from '../http/replies.js';
import { requestSchemas } from '../http/schemas.js';
import { parsed } from '../http/validation.js';
import { openDetector } from '../open-detector.js';
import type { DocumentLine, Service } from './service.js';

const pageSize = 1000;

/** The database file of the settings, opened in this process; nobody else may have it open. */
export async function openFileService(config: Config): Promise<Service> {
  const detector = await openDetector(config);
  const schemas = requestSchemas(config);

  async function send(line: DocumentLine, mode: 'add' | 'check'): Promise<string> {
    const document = documentOf(parsed(schemas.document.json, line, ''));
    if (mode === 'add') return (await detector.add(document)).status;
    return (await detector.check(document, { limit: 0 })).decision;
  }

  async function* list(collection: string) {
    for (let after: string | null = null; ; ) {
      const { documents, more } = await detector.list(collection, after, pageSize);
      for (const document of documents) {
        const { exactHash } = document.signature;
        yield { ...documentReply(document, collection), exactHash };
      }
      if (!more) return;
      after = documents.at(-1)!.id;
    }
  }

  return {
    getCollection: detector.getCollection,
    send,
    reindex: async (collection, recipe) => jobReply(await detector.reindex(collection, recipe)),
    getJob: async (id) => jobReply(detector.getJob(id)),
    list,
    close: detector.close,
  };
}
