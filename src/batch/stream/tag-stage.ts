import { type RowRecipe, signedRow } from './signed-row.js';
import { type Stage, splitColumns } from './stage.js';

/** Width of numbers. Every integer fits, so that sorting as text is sorting by number. */
const placeDigits = 16;

/**
 * Turns names, positions and signed documents into components, positions and signed documents, which sort as text in
 * the order a replay needs.
 * @param components by exact hash; contents without matches may be missing
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

/** Parses the lines of `createComponentStage`. @throws NeardupError `validation_failed` */
export function componentsOf(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => splitColumns(line, 2) as [string, string]));
}
