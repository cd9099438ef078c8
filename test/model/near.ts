import type { Signature } from '../../src/fingerprint/signature.js';
import type { StoredDocument } from '../../src/store/contract/documents.js';
import type { ListNear, NearPage, NearPlace } from '../../src/store/contract/near.js';
import { equal, unknown } from './additions.js';
import { closeness } from './compare.js';
import { compareIds, countedStrings, pageOf } from './lists.js';
import { measuredAlone } from './matches.js';

/** Lists the documents within a distance, after a place. @param ageOf age of a content, by its exact hash */
export function nearPage(
  probe: Signature,
  documents: readonly StoredDocument[],
  ageOf: (exactHash: string) => number,
  { maxDistance, after, limit }: Pick<ListNear, 'maxDistance' | 'after' | 'limit'>,
): NearPage {
  const distanceTo = ({ fingerprint }: Pick<Signature, 'fingerprint'>) =>
    closeness(probe, { fingerprint, sketch: null }).distance;
  const comparePlaces = (a: NearPlace, b: NearPlace) =>
    distanceTo(a) - distanceTo(b) ||
    a.fingerprint.high - b.fingerprint.high ||
    a.fingerprint.low - b.fingerprint.low ||
    a.content - b.content ||
    a.storedAt - b.storedAt ||
    compareIds(a.id, b.id);
  const listed = documents
    .filter(({ signature }) => distanceTo(signature) <= maxDistance)
    .map(({ id, signature, metadata, storedAt }) => {
      const { fingerprint, exactHash } = signature;
      const measured = measuredAlone(probe, signature);
      const differs = measured.exact ? equal : unknown;
      const place = { fingerprint, content: ageOf(exactHash), storedAt, id };
      return { place, match: { id, fingerprint, metadata, storedAt, ...measured, ...differs } };
    })
    .filter(({ place }) => after === null || comparePlaces(place, after) > 0)
    .sort((a, b) => comparePlaces(a.place, b.place));
  const page = pageOf(listed, limit, ({ match }) => countedStrings(match));
  const contents = new Set(page.map(({ place }) => place.content));
  return {
    fingerprint: probe.fingerprint,
    matches: page.map(({ match }) => match),
    candidates: contents.size,
    next: page.length < listed.length ? page.at(-1)!.place : null,
  };
}
