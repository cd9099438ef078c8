import { type RowRecipe, signedRow } from './signed-row.js';
import { columnsOf, type Stage } from './stage.js';

/** Wide enough for every whole number, so that text sorts as numbers do. */
const placeDigits = 16;

/**
 * Names, places and signed documents become components, places and signed documents, which sort by
 * text in the order that a replay needs.
 * @param components by exact hash; contents that match no other need not be among them
 */
export function createTagStage(components: ReadonlyMap<string, string>, recipe: RowRecipe): Stage {
  return {
    line(line, emit) {
      const [, place, signed] = columnsOf(line, 3);
      const row = signedRow(signed!, recipe);
      const own = 'error' in row ? `!${place}` : row.signature.exactHash;
      const sorted = place!.padStart(placeDigits, '0');
      emit(`${components.get(own) ?? own}\t${sorted}\t${signed}`);
    },
  };
}

/** The lines of `createComponentStage`. @throws NeardupError `validation_failed` */
export function componentsOf(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => columnsOf(line, 2) as [string, string]));
}
