/**
 * A client that writes its own documents and remembers the acknowledged writes. A write in progress when the connection
 * broke may or may not have taken effect; all others are certain.
 */

import { NeardupError } from '../../../src/errors.js';

/** A possible state of a document: the seed of its text, or null if it is absent. */
type Possible = readonly (string | null)[];

export interface Client {
  /** Writes until the service ends or `stop` returns true. @throws if a reply is wrong */
  write(url: URL, stop?: () => boolean): Promise<void>;
  /** Compares the data of the service with the acknowledged writes. @throws if they contradict each other */
  verify(url: URL): Promise<void>;
  readonly acknowledged: Readonly<Record<Action, number>>;
  /** Returns the number of writes refused because the disk was full. No part of them may be stored. */
  refused(): number;
}

const actions = ['add', 'check', 'replace', 'delete', 'bulk'] as const;
export type Action = (typeof actions)[number];

const documentsMax = 150;
const bulkLines = 40;
/** Number of texts shared by documents of all clients, so that they share contents. */
const sharedTexts = 20;

export function createClient(name: string, random: () => number): Client {
  const documents = new Map<string, Possible>();
  const acknowledged: Record<Action, number> = { add: 0, check: 0, replace: 0, delete: 0, bulk: 0 };
  const fingerprints = new Map<string, string>();
  let texts = 0;
  let refused = 0;

  const below = (count: number) => Math.floor(random() * count);
  const someId = () => `${name}/${below(documentsMax)}`;
  const existingId = () => {
    const existing = [...documents].filter(([, [seed]]) => seed !== null).map(([id]) => id);
    return existing[below(existing.length)] ?? someId();
  };
  const newSeed = () => {
    texts += 1;
    return random() < 0.2 ? `shared${below(sharedTexts)}` : `${name}x${texts}`;
  };
  const stateOf = (id: string): Possible => documents.get(id) ?? [null];
  const attempt = (id: string, seed: string | null) =>
    documents.set(id, [...new Set([...stateOf(id), seed])]);

  async function write(url: URL, stop = () => false): Promise<void> {
    while (!stop()) {
      try {
        await act(url, actions[below(actions.length)] as Action);
      } catch (error) {
        // The connection breaks when the service is killed; anything else is a failure.
        if (error instanceof TypeError) return;
        throw error;
      }
    }
  }

  async function act(url: URL, action: Action): Promise<void> {
    if (action === 'bulk') return bulk(url);
    const id = action === 'replace' ? existingId() : someId();
    const before = stateOf(id);
    const seed = action === 'delete' ? null : newSeed();
    attempt(id, seed);
    try {
      const happened = await send(url, action, id, seed);
      documents.set(id, happened ? [seed] : before);
      acknowledged[action] += 1;
    } catch (error) {
      if (!(error instanceof NeardupError)) throw error;
      documents.set(id, before);
      refused += 1;
    }
  }

  /** Sends a document or a deletion. Returns true if it took effect. */
  async function send(url: URL, action: Action, id: string, seed: string | null): Promise<boolean> {
    if (seed === null) {
      await post(url, '/documents/delete', { ids: [id] });
      return true;
    }
    const document = documentOf(id, seed);
    if (action === 'check') {
      const { decision } = await post(url, '/check', document);
      return decision !== 'duplicate';
    }
    await post(url, '/documents', document);
    return true;
  }

  async function bulk(url: URL): Promise<void> {
    const ids = [...new Set(Array.from({ length: bulkLines }, someId))];
    const lines = ids.map((id) => ({ id, seed: newSeed(), before: stateOf(id) }));
    for (const { id, seed } of lines) attempt(id, seed);
    const response = await fetch(new URL('/documents/bulk', url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines.map(({ id, seed }) => `${JSON.stringify(documentOf(id, seed))}\n`).join(''),
    });
    let rest = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() as string;
      for (const part of parts) {
        const result = JSON.parse(part);
        const line = lines[result.line - 1];
        if (result.summary !== undefined && result.error === undefined) continue;
        if (line !== undefined && result.ok === true) {
          documents.set(line.id, [line.seed]);
          acknowledged.bulk += 1;
        } else if (line !== undefined && result.error?.code === 'disk_full') {
          documents.set(line.id, line.before);
          refused += 1;
        } else throw new Error(`A bulk line failed: ${part}`);
      }
    }
  }

  async function verify(url: URL): Promise<void> {
    const ids = [...documents.keys()];
    if (ids.length === 0) return;
    const found = await post(url, '/documents/lookup', { ids });
    const stored = new Map<string, Stored>(found.documents.map((one) => [one.id, one]));
    for (const id of ids) {
      const document = stored.get(id);
      const seed = document?.metadata.seed ?? null;
      const possible = stateOf(id);
      if (!possible.includes(seed)) {
        throw new Error(`${id} is at "${seed}", acknowledged was ${JSON.stringify(possible)}`);
      }
      if (document !== undefined && document.fingerprint !== (await fingerprintOf(url, seed!))) {
        throw new Error(`${id} has the metadata of "${seed}" and another fingerprint`);
      }
      documents.set(id, [seed]);
    }
    const [id, [seed] = [null]] = [...documents].find(([, [state]]) => state !== null) ?? [];
    if (id === undefined || seed === null) return;
    const { decision } = await post(url, '/check', { ...documentOf(id, seed!), dryRun: true });
    if (decision !== 'unchanged') throw new Error(`${id} should be unchanged, but is ${decision}`);
  }

  /** Requests the fingerprint of a text. If a stored document has another one, it consists of mixed parts. */
  async function fingerprintOf(url: URL, seed: string): Promise<string> {
    const known = fingerprints.get(seed);
    if (known !== undefined) return known;
    const { fingerprint } = await post(url, '/fingerprint', { text: textOf(seed) });
    fingerprints.set(seed, fingerprint);
    return fingerprint;
  }

  return { write, verify, acknowledged, refused: () => refused };
}

interface Stored {
  readonly id: string;
  readonly fingerprint: string;
  readonly metadata: { readonly seed: string };
}

/** Fields of the replies that this client reads. */
interface Replies {
  readonly '/check': { readonly decision: string };
  readonly '/documents': object;
  readonly '/documents/delete': object;
  readonly '/documents/lookup': { readonly documents: readonly Stored[] };
  readonly '/fingerprint': { readonly fingerprint: string };
}

function documentOf(id: string, seed: string) {
  return { id, text: textOf(seed), metadata: { seed } };
}

function textOf(seed: string): string {
  return Array.from({ length: 40 }, (_, word) => `w${seed.replaceAll('/', 'q')}x${word}`).join(' ');
}

async function post<Path extends keyof Replies>(
  url: URL,
  path: Path,
  body: object,
): Promise<Replies[Path]> {
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status === 507) throw new NeardupError('disk_full', `POST ${path}`);
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Replies[Path];
}
