/** Lists of lines of sites, by document number. A list that is replaced keeps its place in memory. */
export interface SiteLineLists {
  /** For each document with a list, the index in `lines` of the list's length, which the list follows. */
  starts: Int32Array;
  lines: Int32Array;
  /** Number of values used in `lines`. */
  used: number;
}

export function createSiteLineLists(): SiteLineLists {
  return { starts: new Int32Array(0), lines: new Int32Array(0), used: 0 };
}

/**
 * Adds lists.
 * @param count number of documents
 * @param packed for each list: the number of the document, the number of lines, and the lines
 */
export function addSiteLines(lists: SiteLineLists, count: number, packed: Int32Array): void {
  if (packed.length === 0) return;
  if (lists.starts.length === 0) lists.starts = new Int32Array(count);
  const used = lists.used + packed.length;
  if (used > lists.lines.length) {
    const larger = new Int32Array(2 * used);
    larger.set(lists.lines);
    lists.lines = larger;
  }
  lists.lines.set(packed, lists.used);
  for (let at = lists.used; at < used; at += 2 + lists.lines[at + 1]!) {
    lists.starts[lists.lines[at]!] = at + 1;
  }
  lists.used = used;
}

export function readSiteLines({ starts, lines }: SiteLineLists, document: number): number[] {
  const at = starts[document]!;
  return [...lines.subarray(at + 1, at + 1 + lines[at]!)];
}
