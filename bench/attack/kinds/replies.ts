import type { Attack } from '../attack.js';
import { get, type Message, postJson } from '../message.js';
import type { Operator } from '../operator.js';

/** Small requests for large replies: documents of one content, each with the maximum of metadata. */
const collection = 'fat';
const documents = 1000;
const metadataBytes = 16_000;
export const fatText =
  'The quick brown fox jumps over the lazy dog while seven wizards watch it. '.repeat(4);
const ids = Array.from({ length: documents }, (_, i) => `fat/${i}`);

/** @returns the collection of these documents */
export async function fillFat({ createCollection, addAll }: Operator): Promise<string> {
  await createCollection(collection);
  const metadata = { note: 'x'.repeat(metadataBytes) };
  await addAll(ids.map((id) => ({ id, text: fatText, metadata, collection })));
  return collection;
}

function unreadReplies(name: string, does: string, connections: number, message: Message): Attack {
  return {
    ...{ name, does, scope: 'read' },
    prepare: async (operator) => {
      await fillFat(operator);
      return (means) => means.unread(connections, () => [message]);
    },
  };
}

const fat = { text: fatText, limit: documents, collection };

export const replyAttacks: readonly Attack[] = [
  unreadReplies(
    'fat-queries',
    '280 × `POST /query` with limit 1,000 for documents with 16 KB of metadata each, replies of 1 MB unread',
    280,
    postJson('/query', fat),
  ),
  unreadReplies(
    'fat-lists',
    '280 × `GET /documents?limit=1000` of such documents, replies of 1 MB unread',
    280,
    get(`/documents?collection=${collection}&limit=${documents}`),
  ),
  unreadReplies(
    'fat-lookups',
    '280 × `POST /documents/lookup` of 1,000 ids of such documents, replies of 1 MB unread',
    280,
    postJson('/documents/lookup', { ids, collection }),
  ),
  {
    name: 'fat-queries-read',
    does: '32 × `POST /query` with limit 1,000 at a time, replies read as fast as they come',
    scope: 'read',
    prepare: async (operator) => {
      await fillFat(operator);
      return (means) => means.workers(32, () => postJson('/query', fat));
    },
  },
];
