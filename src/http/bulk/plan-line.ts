import { checkedReply } from '../../api/check-reply.js';
import { documentOf } from '../../api/content.js';
import { jsonOf } from '../../api/json.js';
import { addedReply } from '../../api/replies.js';
import type { RequestSchemas } from '../../api/schemas.js';
import type { Line } from '../../api/split-lines.js';
import { parsed } from '../../api/validation.js';
import type { OrderedChecks } from '../../detector/check.js';
import { matchesDefault } from '../../detector/match-limits.js';
import { NeardupError } from '../../errors.js';
import type { LineOutcome, PlannedLine } from './run.js';

export const bulkModes = ['add', 'check'] as const;

export interface LinePlanner {
  readonly mode: (typeof bulkModes)[number];
  readonly schemas: RequestSchemas;
  readonly order: OrderedChecks;
  readonly lineBytesMax: number;
  /** @throws NeardupError `insufficient_scope` if the client may not touch the collection */
  readonly permit: (collection: string) => void;
}

/** What a match in a result may take in memory, roughly: its id and a little metadata. */
const matchBytes = 2048;

/**
 * Plans a line as POST /documents or POST /check takes it; null for a blank one. Faults of the line
 * are reported when it runs, in its turn.
 */
export function planLine(
  { mode, schemas, order, lineBytesMax, permit }: LinePlanner,
  { number, bytes }: Line,
): PlannedLine | null {
  if (bytes === null) {
    const message = `Line ${number} is longer than ${lineBytesMax} bytes`;
    return failing(new NeardupError('payload_too_large', message));
  }
  if (isBlank(bytes)) return null;
  try {
    const subject = `Line ${number}`;
    const value = jsonOf(subject, withoutByteOrderMark(number, bytes));
    if (mode === 'add') {
      const body = parsed(schemas.document.json, value, subject);
      permit(body.collection);
      return {
        bytes: bytes.length,
        run: async () => added(await order.add(documentOf(body)), body),
      };
    }
    const body = parsed(schemas.check.json, value, subject);
    permit(body.collection);
    return {
      bytes: bytes.length + (body.limit ?? matchesDefault) * matchBytes,
      run: async () => checked(await order.check(documentOf(body), body), body),
    };
  } catch (error) {
    return failing(error);
  }
}

interface InCollection {
  readonly collection: string;
}

function added(
  done: Awaited<ReturnType<OrderedChecks['add']>>,
  { collection }: InCollection,
): LineOutcome {
  const counts = ['ok', done.outcome.status];
  return { kind: 'added', counts, fields: addedReply(done, collection) };
}

function checked(
  done: Awaited<ReturnType<OrderedChecks['check']>>,
  { collection }: InCollection,
): LineOutcome {
  const { decision, created, stored } = done.outcome;
  const written = created ? ['created'] : stored ? ['replaced'] : [];
  return {
    kind: 'checked',
    counts: ['ok', decision, ...written],
    fields: checkedReply(done, collection),
  };
}

function failing(error: unknown): PlannedLine {
  return { bytes: 0, run: () => Promise.reject(error) };
}

const whiteSpace = new Set(Buffer.from(' \t\r'));

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => whiteSpace.has(byte));
}

function withoutByteOrderMark(number: number, bytes: Buffer): Buffer {
  const marked = number === 1 && bytes.subarray(0, 3).equals(byteOrderMark);
  return marked ? bytes.subarray(3) : bytes;
}

const byteOrderMark = Buffer.from('\ufeff');
