/**
 * TextRank (Mihalcea, Tarau: TextRank: Bringing Order into Text, 2004): words vote for nearby words, as pages vote for
 * the pages they link to.
 *
 *   sequence   北京 (的) 大学 生活 北京        a window of 5: each word and the four after it
 *   graph      北京 ─2─ 大学 ─1─ 生活          weight of an edge: number of co-occurrences
 *                └────2───────┘
 *   score(i)   0.15 + 0.85 × Σ over neighbours j of score(j) × weight(i, j) / Σ weights of j
 *
 * The window, the damping factor and the ten rounds are those of jieba. As in jieba, a new score is used at once,
 * within the same round. A word is not its own neighbour.
 *
 * The result is the same on every machine: words are visited in order of first occurrence and neighbours in text order,
 * and each step is a sum, product or quotient of doubles, whose rounding IEEE 754 defines. No function of `Math` is
 * called, because the last bit of its results may differ.
 *
 * @param sequence index (0 to `count` − 1) of each word, in order; −1 for a word that takes up room in the window but
 * has no score
 * @returns the positive score of each index; the mean is about 1
 */
export function textRank(sequence: Int32Array, count: number): Float64Array {
  const { starts, neighbours } = neighbourLists(sequence, count);
  const scores = new Float64Array(count).fill(1);
  for (let round = 0; round < rounds; round++) {
    for (let index = 0; index < count; index++) {
      let votes = 0;
      for (let at = starts[index]!; at < starts[index + 1]!; at++) {
        const voter = neighbours[at]!;
        votes += scores[voter]! / (starts[voter + 1]! - starts[voter]!);
      }
      scores[index] = 1 - damping + damping * votes;
    }
  }
  return scores;
}

const window = 5;
const damping = 0.85;
const rounds = 10;

/** Neighbours of index i, one entry per co-occurrence, from `starts[i]` to `starts[i + 1]`. */
function neighbourLists(sequence: Int32Array, count: number) {
  const starts = new Int32Array(count + 1);
  forEachMeeting(sequence, (index) => {
    starts[index + 1]!++;
  });
  for (let index = 0; index < count; index++) starts[index + 1]! += starts[index]!;
  const ends = starts.slice(0, count);
  const neighbours = new Int32Array(starts[count]!);
  forEachMeeting(sequence, (index, other) => {
    neighbours[ends[index]!++] = other;
  });
  return { starts, neighbours };
}

/** Calls `visit` for both orders of each pair of different words within one window. */
function forEachMeeting(sequence: Int32Array, visit: (index: number, other: number) => void): void {
  for (let position = 0; position < sequence.length; position++) {
    const index = sequence[position]!;
    if (index < 0) continue;
    const end = Math.min(position + window, sequence.length);
    for (let next = position + 1; next < end; next++) {
      const other = sequence[next]!;
      if (other < 0 || other === index) continue;
      visit(index, other);
      visit(other, index);
    }
  }
}
