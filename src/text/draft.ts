import type { Units } from './units.js';

/** A text that is written from left to right, aligned with the original text, with its runs (runs.ts). */
export class Draft {
  units: Units;
  sent: Units;
  length = 0;
  readonly runs: number[] = [];

  /** @param room number of units for which there is room at first */
  constructor(room: number) {
    this.units = new Uint16Array(room);
    this.sent = new Uint16Array(room);
  }

  add(unit: number, sent: number): void {
    this.#reserve(1);
    this.units[this.length] = unit;
    this.sent[this.length++] = sent;
  }

  copy({ units, sent }: Pick<Draft, 'units' | 'sent'>, start: number, end: number): void {
    this.#reserve(end - start);
    // Most copied ranges are so short that calling a copying function would take longer than this loop.
    for (let at = start; at < end; at++) {
      this.units[this.length] = units[at]!;
      this.sent[this.length++] = sent[at]!;
    }
  }

  /** Adds a run that ends with the last unit. */
  addRun(kind: number, start: number): void {
    this.runs.push(kind, start, this.length);
  }

  #reserve(more: number): void {
    if (this.length + more <= this.units.length) return;
    for (const name of ['units', 'sent'] as const) {
      const larger = new Uint16Array(2 * (this.length + more));
      larger.set(this[name]);
      this[name] = larger;
    }
  }
}
