import { bandKeys, type Fingerprint, needsFlip, toHex } from 'neardup/engine';
import { contentColumns } from './content-columns.js';
import { type PairRules, usesMasks } from './pair-rules.js';
import { type SignedDocument, signedRow } from './signed-row.js';
import { lastColumn, type Stage } from './stage.js';

/**
 * Turns signed documents into one line for each key that they may share with another document:
 *
 *   m3.00ff…   the bits of the fingerprint under mask 3 of the geometry, in hexadecimal
 *   b5.4711    band 5 of the sketch
 *   i.id       the id, shared by versions of one document
 *
 * The second column is `=`, or `~` for a key with a flipped bit (for distances beyond the radius of the geometry). The
 * content follows. The lines must then be sorted by key; lines with the same key may be in any order.
 */
export function createKeyStage(rules: PairRules): Stage {
  const flips = usesMasks(rules) && needsFlip(rules.geometry, rules.rule.maxDistance);
  return {
    line(line, emit) {
      const row = signedRow(lastColumn(line)[1], rules);
      if ('error' in row) return;
      for (const [key, role] of listKeys(row, rules, flips)) {
        emit(`${key}\t${role}\t${contentColumns(row.signature)}`);
      }
    },
  };
}

function* listKeys(
  { id, signature }: SignedDocument,
  { recipe, geometry }: PairRules,
  flips: boolean,
): Generator<readonly [key: string, role: '=' | '~']> {
  yield [`i.${id}`, '='];
  if (signature.sketch !== null && recipe.bands !== null) {
    for (const [band, key] of bandKeys(signature.sketch, recipe.bands).entries()) {
      yield [`b${band}.${key}`, '='];
    }
  }
  if (!usesMasks({ recipe })) return;
  const { high, low } = signature.fingerprint;
  for (const [number, { mask }] of geometry.tables.entries()) {
    const masked = { high: (high & mask.high) >>> 0, low: (low & mask.low) >>> 0 };
    yield [`m${number}.${toHex(masked)}`, '='];
    if (!flips) continue;
    for (const flipped of withOneFlipped(masked, mask)) yield [`m${number}.${toHex(flipped)}`, '~'];
  }
}

function* withOneFlipped({ high, low }: Fingerprint, mask: Fingerprint): Generator<Fingerprint> {
  for (let bit = 0; bit < 32; bit++) {
    const flip = 1 << bit;
    if ((mask.high & flip) !== 0) yield { high: (high ^ flip) >>> 0, low };
    if ((mask.low & flip) !== 0) yield { high, low: (low ^ flip) >>> 0 };
  }
}
