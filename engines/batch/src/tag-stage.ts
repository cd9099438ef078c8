import { type RowRecipe, signedRow } from './signed-row.js';
import { type Stage, splitColumns } from './stage.js';

/** Number of digits of a padded position. Every safe integer fits, so sorting as text equals sorting by number. */
const placeDigits = 16;

/**
 * In each line with a name, a position and a signed document, replaces the name with the component of the document
 * and pads the position with zeros, so that sorting the lines as text gives the order that a replay needs.
 * @param components component of each text, by exact hash; texts without matches may be missing
 */
export function createTagStage(components: ReadonlyMap<string, string>, recipe: RowRecipe): Stage {
  return {
    line(line, emit) {
      const [, place, signed] = splitColumns(line, 3);
      const row = signedRow(signed!, recipe);
      const own = 'error' in row ? `!${place}` : row.signature.exactHash;
      const sorted = place!.padStart(placeDigits, '0');
      emit(`${components.get(own) ?? own}\t${sorted}\t${signed}`);
    },
  };
}

/** Parses the lines that `createComponentStage` writes. @throws NeardupError `validation_failed` */
export function parseComponents(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => splitColumns(line, 2) as [string, string]));
}
