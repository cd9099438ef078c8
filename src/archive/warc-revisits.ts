import { randomUUID } from 'node:crypto';
import type { DecisionRecord } from '../store/contract/decision-log.js';

/*
 * Writes refused pages as `revisit` records of a WARC file (WARC 1.1, 6.7). The archive then records that these pages
 * were fetched, and which other record to show instead.
 *
 * The two profiles of the standard would claim too much: neardup compares texts, so payloads may differ, and no server
 * answered 304. So the records use custom profiles. Software that follows WARC-Refers-To-Target-URI, such as pywb, does
 * so whatever the profile is.
 */

/** Profiles for a page whose text equals the text of its match, and for a page that adds nothing to its match. */
const profiles = {
  equalText: 'urn:neardup:revisit:equal-text',
  addsNothing: 'urn:neardup:revisit:adds-nothing',
};

/** Decision on a page; `at` is its time in ISO 8601. */
export type Refusal = Pick<
  DecisionRecord,
  'id' | 'match' | 'stored' | 'exact' | 'adds' | 'verdict'
> & {
  readonly at: string;
};

export interface RevisitSource {
  /** `duplicate` decisions on pages of a collection. */
  readonly refusals: AsyncIterable<Refusal>;
  /**
   * Returns for each document, by its id, the time at which it was last stored or replaced, in ISO 8601. Absent
   * documents have no entry.
   */
  contentTimes(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Number of refusals whose matches are looked up together. */
const refusalsAtOnce = 100;

/**
 * Yields a `warcinfo` record, then a `revisit` record for each refused page. WARC-Date is the time of the decision, and
 * WARC-Refers-To-Date is the time at which the match was stored. Both times are later than the downloads, because a
 * crawler checks a page some time after the download. WARC-Refers-To-Date is omitted if the match was removed or
 * changed after the decision.
 * @param onSkipped called for each refusal that gets no record, because its id or the id of its match is not an
 * address, because the page adds something to the match, or because a person declared the refusal wrong
 */
export async function* warcRevisits(
  { refusals, contentTimes }: RevisitSource,
  software: string,
  onSkipped: () => void,
): AsyncGenerator<Buffer> {
  yield warcRecord(
    {
      'WARC-Type': 'warcinfo',
      'WARC-Date': new Date().toISOString(),
      'Content-Type': 'application/warc-fields',
    },
    `software: ${software}\r\nformat: WARC File Format 1.1\r\n`,
  );
  let page: Revisit[] = [];
  for await (const { id, match, stored, exact, adds, verdict, at } of refusals) {
    if (stored) continue;
    if (!isAddress(id) || !isAddress(match) || adds?.nothing !== true || verdict === 'wrong') {
      onSkipped();
      continue;
    }
    page.push({ id, match, exact, at });
    if (page.length < refusalsAtOnce) continue;
    yield* revisitRecords(page, contentTimes);
    page = [];
  }
  if (page.length > 0) yield* revisitRecords(page, contentTimes);
}

type Revisit = Pick<Refusal, 'exact' | 'at'> & { readonly id: string; readonly match: string };

async function* revisitRecords(
  page: readonly Revisit[],
  contentTimes: RevisitSource['contentTimes'],
): AsyncGenerator<Buffer> {
  const times = await contentTimes([...new Set(page.map(({ match }) => match))]);
  for (const { id, match, exact, at } of page) {
    const time = times.get(match);
    yield warcRecord({
      'WARC-Type': 'revisit',
      'WARC-Date': at,
      'WARC-Target-URI': id,
      'WARC-Profile': exact ? profiles.equalText : profiles.addsNothing,
      'WARC-Refers-To-Target-URI': match,
      ...(time !== undefined && time <= at && { 'WARC-Refers-To-Date': time }),
    });
  }
}

/** Tests if an id is an HTTP address that can be written into a header line. */
function isAddress(id: string | null): id is string {
  return id !== null && /^https?:\/\/[^\s\p{Cc}]+$/u.test(id);
}

function warcRecord(fields: Readonly<Record<string, string>>, block = ''): Buffer {
  const all = {
    ...fields,
    'WARC-Record-ID': `<urn:uuid:${randomUUID()}>`,
    'Content-Length': String(Buffer.byteLength(block)),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`WARC/1.1\r\n${lines.join('')}\r\n${block}\r\n\r\n`);
}
