/**
 * The calls that /docs begins with, and their replies. They have a collection of their own, so they change no page of
 * the reader. test/http/openapi.test.ts runs them in turn, and compares the replies.
 */

const first = 'https://harbour.example/ferry';
const copy = 'https://mirror.example/ferry';
const text = 'The ferry leaves at 8:15 and at 16:30.';
const trial = 'localhost:8080/collections/trial';

/** Replaces the fields of a reply that are not shown. */
const others = { '…': '…' };

export interface Call {
  /** Markdown: the operation, with a link to its place on the page. */
  readonly operation: string;
  readonly command: string;
  /** Undefined for an operation without a reply. */
  readonly reply?: object;
}

export const calls = {
  create: {
    operation: '[POST /collections](#/collections/createCollection)',
    command: post('localhost:8080/collections', {
      name: 'trial',
      refusedPages: { days: 14, texts: true },
    }),
    reply: { name: 'trial', refusedPages: { days: 14, texts: true }, ...others },
  },
  check: {
    operation: '[POST /check](#/decide/check)',
    command: post(`${trial}/check`, { id: first, text }),
    reply: { decision: 'new', stored: true, id: first, duplicateOf: null, ...others },
  },
  checkCopy: {
    operation: '[POST /check](#/decide/check)',
    command: post(`${trial}/check`, { id: copy, text }),
    reply: { decision: 'duplicate', stored: false, id: copy, duplicateOf: first, ...others },
  },
  lookup: {
    operation: '[POST /documents/lookup](#/documents/lookupDocuments)',
    command: post(`${trial}/documents/lookup`, { ids: [first, copy], include: ['decision'] }),
    reply: {
      documents: [{ id: first, revision: 1, seenCount: 1, ...others }],
      missing: [copy],
      decisions: [{ id: copy, decision: 'duplicate', match: first, ...others }],
      remaining: [],
    },
  },
  decisions: {
    operation: '[GET /decisions](#/decisions/listDecisions)',
    command: `curl '${trial}/decisions?id=${copy}'`,
    reply: {
      decisions: [
        {
          number: 1,
          id: copy,
          decision: 'duplicate',
          match: first,
          similarity: 1,
          adds: { nothing: true, words: 0, ...others },
          ...others,
        },
      ],
      nextCursor: null,
    },
  },
  store: {
    operation: '[POST /decisions/{number}/store](#/decisions/storeRefusedPage)',
    command: `curl -X POST ${trial}/decisions/NUMBER/store`,
    reply: { id: copy, status: 'created', separatedFrom: first, ...others },
  },
  delete: {
    operation: '[POST /documents/delete](#/documents/deleteDocuments)',
    command: post(`${trial}/documents/delete`, { ids: [first, copy] }),
    reply: { deleted: [first, copy], missing: [] },
  },
  end: {
    operation: '[DELETE /collections/{name}](#/collections/deleteCollection)',
    command: `curl -X DELETE '${trial}?confirm=trial'`,
  },
} satisfies Record<string, Call>;

function post(url: string, body: object): string {
  return `curl ${url} --json '${json(body)}'`;
}

/** Returns lines that are short enough for a phone, with a list of one on a line. */
function json(value: object): string {
  return JSON.stringify(value, null, 2).replaceAll(/\[\s+("[^"]*")\s+\]/g, '[$1]');
}

/** Returns a call as Markdown: its command, and its reply. */
export function formatCall({ command, reply }: Call): string {
  const blocks = [`\`\`\`sh\n${command}\n\`\`\``];
  if (reply !== undefined) blocks.push(`\`\`\`json\n${json(reply)}\n\`\`\``);
  return blocks.join('\n\n');
}
