import { columnsOf, type Stage } from './stage.js';

/**
 * The pairs of `createPairStage` become a line for each content that is in any: its name, and the
 * least name that it is connected with. In memory, about 200 bytes a content: where that is too much,
 * an engine connects them in rounds (batch/spark/components.sql).
 */
export function createComponentStage(): Stage {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const parents: number[] = [];

  function numberOf(name: string): number {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    names.push(name);
    parents.push(parents.length);
    numbers.set(name, parents.length - 1);
    return parents.length - 1;
  }

  /** Halves the path on the way (Tarjan, van Leeuwen 1984). */
  function rootOf(number: number): number {
    let at = number;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  }

  return {
    line(line) {
      const [, a, b] = columnsOf(line, 5);
      const [one, other] = [rootOf(numberOf(a!)), rootOf(numberOf(b!))];
      if (names[one]! < names[other]!) parents[other] = one;
      else parents[one] = other;
    },
    end(emit) {
      for (const [number, name] of names.entries()) emit(`${name}\t${names[rootOf(number)]}`);
    },
  };
}
