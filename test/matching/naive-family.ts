import fc from 'fast-check';

/** A page of a family: its values of the four bands, and its landmarks. */
export interface Member {
  readonly bands: readonly number[];
  readonly landmarks: readonly number[];
  /** True if the page was deleted. */
  readonly isGone: boolean;
}

const member = fc.record({
  // Most share most bands.
  bands: fc.tuple(...[1, 2, 2, 3].map((max) => fc.nat({ max }))),
  landmarks: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 5 }),
  isGone: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.boolean()),
});

/** A page and the earlier ones, oldest first. */
export const family = fc.record({
  page: member,
  members: fc.array(member, { maxLength: 120, size: 'max' }),
});

/**
 * Returns the members with which a page is compared, by index: the 16 oldest of each of its bands and, if a band has
 * more, also the 16 oldest of each of its landmarks.
 */
export function comparedWith({ page, members }: { page: Member; members: readonly Member[] }) {
  const living = members.map((each, place) => ({ ...each, place })).filter((each) => !each.isGone);
  const ofBands = page.bands.map((value, band) =>
    living.filter(({ bands }) => bands[band] === value),
  );
  const ofLandmarks = page.landmarks.map((landmark) =>
    living.filter(({ landmarks }) => landmarks.includes(landmark)),
  );
  const isFamily = ofBands.some((some) => some.length > 16);
  const some = [...ofBands, ...(isFamily ? ofLandmarks : [])].flatMap((all) => all.slice(0, 16));
  return {
    places: [...new Set(some.map(({ place }) => place))].sort((a, b) => a - b),
    isFamily,
  };
}

/** A sketch with four bands of three values and tails, all of whose other values are equal. */
export function sketchOfMember({ bands, landmarks }: Member): Uint8Array {
  const values = new Uint8Array(128);
  for (const [band, value] of bands.entries()) values[3 * band] = value;
  const ofLandmarks = Array.from({ length: 8 }, (_, at) => [0, 0, 1, landmarks[at] ?? 0]);
  const marks = ofLandmarks.flatMap((bytes) => (bytes[3] === 0 ? [0, 0, 0, 0] : bytes));
  return Uint8Array.from([...values, ...new Uint8Array(8), ...marks]);
}
