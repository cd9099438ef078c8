import { type Stage, splitColumns } from './stage.js';

/**
 * Turns the pairs of `createPairStage` into one line per content: its name, and the smallest name in its component.
 * Needs about 200 bytes of memory per content. If that is too much, an engine can connect the contents in rounds
 * (batch/spark/components.sql).
 */
export function createComponentStage(): Stage {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const parents: number[] = [];

  function getNumber(name: string): number {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    names.push(name);
    parents.push(parents.length);
    numbers.set(name, parents.length - 1);
    return parents.length - 1;
  }

  /** Returns the root of a number's set, by path halving (Tarjan, van Leeuwen 1984). */
  function findRoot(number: number): number {
    let at = number;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  }

  return {
    line(line) {
      const [, a, b] = splitColumns(line, 5);
      const [one, other] = [findRoot(getNumber(a!)), findRoot(getNumber(b!))];
      if (names[one]! < names[other]!) parents[other] = one;
      else parents[one] = other;
    },
    end(emit) {
      for (const [number, name] of names.entries()) emit(`${name}\t${names[findRoot(number)]}`);
    },
  };
}
