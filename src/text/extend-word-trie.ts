import { NeardupError } from '../errors.js';
import { placeNodes } from './double-array.js';
import { naturalLogarithm } from './logarithm.js';
import type { OwnWord } from './own-texts.js';
import { cutHan } from './segment.js';
import { toUnits } from './units.js';
import { findSlot, slotLayout, type WordTrie } from './word-trie.js';

const { slotSize, baseField, parentField, wordField, childrenField } = slotLayout;
const { noWord, costBits, costMask } = slotLayout;
/**
 * Placeholder for the number of a custom word that is missing from the dictionary. `cutHan` uses the same value for a
 * character that is not a word, so the lexicon assigns a number to either.
 */
const numberless = noWord >>> costBits;

/**
 * Returns a copy of a trie with custom words. Segmentation with it equals that of jieba with these words as a user
 * dictionary: an existing word takes the new frequency, and costs follow from the new sum of all frequencies.
 *
 * If a prefix gains children, all of its children move to a base behind the existing slots.
 *
 *   existing slots               │ behind them
 *   … 冠 ──► 冠军 冠状 …  (left)   │ 冠军 冠状 冠脉          base of 冠 = the end of the old slots + an offset
 *
 * A new word has no trie number: the lexicon numbers it like any other word missing from jieba's dictionary. A word
 * without a frequency gets the lowest frequency at which segmentation keeps it whole, as in jieba's `suggest_freq`.
 * Only the dictionary determines this frequency, so the order of lines does not matter. The computation uses only +, ×
 * and ÷ of doubles, which are the same on every machine.
 *
 * Takes 20 MiB, and about 100 ms for the first call on a thread.
 *
 * @throws NeardupError `validation_failed` if there are too many different frequencies
 */
export function extendWordTrie(trie: WordTrie, own: readonly OwnWord[]): WordTrie {
  const known = estimateFrequencies(trie);
  const frequencies = own.map(({ word, frequency }) => frequency ?? suggest(trie, known, word));
  const { costs, indexOf } = extendCosts(trie, known, own, frequencies);
  const grown = growTree(trie, own);
  const slots = place(trie, grown);
  for (const [index, node] of grown.words.entries()) {
    const field = node.slot * slotSize + wordField;
    const before = slots[field]!;
    const number = before === noWord ? numberless : before >>> costBits;
    slots[field] = (number << costBits) | indexOf(frequencies[index]!);
  }
  return { ...trie, rankOf: grown.rankOf, slots, costs };
}

interface Frequencies {
  readonly total: number;
  /** Frequency by cost index. */
  readonly values: Float64Array;
  readonly logarithms: Float64Array;
}

const frequenciesByTrie = new WeakMap<Float64Array, Frequencies>();

/**
 * Recovers the frequencies from the costs by inverting cost = ln(frequency) − ln(total). Frequencies are integers, and
 * rounding errors are far too small to change one.
 */
function estimateFrequencies({ costs }: WordTrie): Frequencies {
  const found = frequenciesByTrie.get(costs);
  if (found !== undefined) return found;
  const total = Math.round(Math.exp(-costs[0]!));
  const values = costs.map((cost) => Math.round(Math.exp(cost - costs[0]!)));
  const frequencies = { total, values, logarithms: values.map(naturalLogarithm) };
  frequenciesByTrie.set(costs, frequencies);
  return frequencies;
}

function frequencyIn(trie: WordTrie, known: Frequencies, word: string): number | undefined {
  const slot = findSlot(trie, toUnits(word));
  const field = slot < 0 ? noWord : trie.slots[slot * slotSize + wordField]!;
  return field === noWord ? undefined : known.values[field & costMask]!;
}

function suggest(trie: WordTrie, known: Frequencies, word: string): number {
  const numbers = new Int32Array(word.length);
  const ends = new Int32Array(word.length);
  const count = cutHan(trie, toUnits(word), 0, word.length, { numbers, ends }, 0);
  let share = 1;
  for (let index = 0; index < count; index++) {
    const part = word.slice(index === 0 ? 0 : ends[index - 1], ends[index]);
    share *= (frequencyIn(trie, known, part) ?? 1) / known.total;
  }
  return Math.max(Math.floor(share * known.total) + 1, frequencyIn(trie, known, word) ?? 1);
}

function extendCosts(
  trie: WordTrie,
  known: Frequencies,
  own: readonly OwnWord[],
  frequencies: readonly number[],
) {
  const indexes = new Map<number, number>();
  for (const [index, frequency] of known.values.entries()) indexes.set(frequency, index);
  let { total } = known;
  for (const [index, { word }] of own.entries()) {
    const frequency = frequencies[index]!;
    total += frequency - (frequencyIn(trie, known, word) ?? 0);
    if (!indexes.has(frequency)) indexes.set(frequency, indexes.size);
  }
  // No word may have the cost index `costMask`: the field of a new word with that index would equal `noWord`.
  if (indexes.size > costMask) {
    const most = costMask - known.values.length;
    const message = `Cannot use "ownWords": its words have more than ${most} frequencies that the dictionary lacks; round them`;
    throw new NeardupError('validation_failed', message);
  }
  const logarithm = naturalLogarithm(total);
  const costs = new Float64Array(indexes.size);
  for (const [frequency, index] of indexes) {
    costs[index] = (known.logarithms[index] ?? naturalLogarithm(frequency)) - logarithm;
  }
  return { costs, indexOf: (frequency: number) => indexes.get(frequency)! };
}

/** A prefix of custom words. */
interface Node {
  /** Slot of the prefix; -1 if it has none yet. A new character gets the slot of its rank. */
  slot: number;
  readonly depth: number;
  readonly children: Map<number, Node>;
}

interface Tree {
  readonly root: Node;
  /** Node of each custom word. */
  readonly words: readonly Node[];
  readonly rankOf: Uint16Array;
  readonly rankMax: number;
}

function growTree({ rankOf: ranks, slots }: WordTrie, own: readonly OwnWord[]): Tree {
  const rankOf = ranks.slice();
  let rankMax = ranks.reduce((most, rank) => Math.max(most, rank), 0);
  const root: Node = { slot: 0, depth: 0, children: new Map() };
  const words = own.map(({ word }) => {
    let node = root;
    for (let at = 0; at < word.length; at++) {
      const unit = word.charCodeAt(at);
      if (rankOf[unit] === 0) {
        rankOf[unit] = ++rankMax;
        // Segmentation reads the slot of a character's rank wherever the character occurs, so a new character always
        // gets a node below the root.
        root.children.set(rankMax, { slot: -1, depth: 1, children: new Map() });
      }
      const rank = rankOf[unit]!;
      let child = node.children.get(rank);
      if (child === undefined) {
        const slot = node.slot < 0 ? -1 : findChild(slots, node.slot, rank);
        child = { slot, depth: node.depth + 1, children: new Map() };
        node.children.set(rank, child);
      }
      node = child;
    }
    return node;
  });
  return { root, words, rankOf, rankMax };
}

function findChild(slots: Int32Array, slot: number, rank: number): number {
  const base = slots[slot * slotSize + baseField]!;
  if (base === 0 && slot !== 0) return -1;
  const child = base + rank;
  return slots[child * slotSize + parentField] === slot ? child : -1;
}

/** Returns a copy of the slots that includes all prefixes of custom words, and assigns a slot to every node. */
function place({ slots: before }: WordTrie, { root, rankMax }: Tree): Int32Array {
  const countBefore = before.length / slotSize;
  const slotsOfChildren = childrenBySlot(before);
  const moving = nodesToMove(before, root);
  const rankOfChild = (slot: number, child: number) => child - before[slot * slotSize + baseField]!;
  /** Previous slot of each node; -1 for a new node. */
  const oldSlots = moving.map(({ slot }) => slot);
  for (const [rank, child] of root.children) if (child.slot < 0) child.slot = rank;
  const childRanks = moving.map((node, index) => {
    const ranks = new Set(node.children.keys());
    const old = oldSlots[index]!;
    if (old >= 0) for (const child of slotsOfChildren(old)) ranks.add(rankOfChild(old, child));
    return [...ranks].sort((a, b) => a - b);
  });
  const { bases, slotCount } = placeNodes([[], ...childRanks], rankMax, (node) => node);
  const slots = new Int32Array((countBefore + slotCount) * slotSize);
  slots.set(before);
  for (let slot = countBefore; slot * slotSize < slots.length; slot++) clear(slots, slot);
  const moved = new Map<number, number>();
  const newCharacters: [slot: number, base: number, classes: number][] = [];
  for (const [index, node] of moving.entries()) {
    const old = oldSlots[index]!;
    // Parents come first, so this node's slot is already final.
    const slot = old >= 0 ? (moved.get(old) ?? old) : node.slot;
    const base = countBefore + bases[index + 1]!;
    let classes = 0;
    for (const rank of childRanks[index]!) classes |= 1 << (rank & 31);
    if (old >= 0) {
      for (const child of slotsOfChildren(old)) {
        const target = base + rankOfChild(old, child);
        slots.copyWithin(target * slotSize, child * slotSize, (child + 1) * slotSize);
        slots[target * slotSize + parentField] = slot;
        clear(slots, child);
        moved.set(child, target);
        for (const grandchild of slotsOfChildren(child)) {
          slots[grandchild * slotSize + parentField] = target;
        }
      }
    }
    if (old < 0 && node.depth === 1) newCharacters.push([slot, base, classes]);
    else {
      slots[slot * slotSize + baseField] = base;
      slots[slot * slotSize + childrenField] = classes;
    }
    for (const [rank, child] of node.children) {
      child.slot = base + rank;
      slots[child.slot * slotSize + parentField] = slot;
    }
  }
  // The nodes that occupied the slots of new characters have already moved.
  for (const rank of root.children.keys()) {
    if (slots[rank * slotSize + parentField] === -1) slots[rank * slotSize + parentField] = 0;
  }
  for (const [slot, base, classes] of newCharacters) {
    slots[slot * slotSize + baseField] = base;
    slots[slot * slotSize + childrenField] = classes;
  }
  settle(slots, root);
  return slots;
}

/** Looks up the slot of each node again, because moved parents took their children with them. */
function settle(slots: Int32Array, root: Node): void {
  const nodes = [root];
  for (const node of nodes) {
    for (const [rank, child] of node.children) {
      child.slot = findChild(slots, node.slot, rank);
      nodes.push(child);
    }
  }
}

/** Returns every node that gains children, and every prefix with a child in a slot that a new character needs. */
function nodesToMove(slots: Int32Array, root: Node): Node[] {
  const bySlot = new Map<number, Node>();
  const moving = new Set<Node>();
  const nodes = [root];
  for (const node of nodes) {
    if (node.slot >= 0) bySlot.set(node.slot, node);
    for (const child of node.children.values()) {
      if (node !== root && child.slot < 0) moving.add(node);
      nodes.push(child);
    }
  }
  for (const [rank, { slot }] of root.children) {
    const parent = slot < 0 ? (slots[rank * slotSize + parentField] ?? -1) : -1;
    if (parent < 0) continue;
    const node = bySlot.get(parent) ?? {
      slot: parent,
      depth: measureDepth(slots, parent),
      children: new Map(),
    };
    bySlot.set(parent, node);
    moving.add(node);
  }
  return [...moving].sort((a, b) => a.depth - b.depth);
}

function measureDepth(slots: Int32Array, slot: number): number {
  let depth = 0;
  for (let at = slot; at > 0; at = slots[at * slotSize + parentField]!) depth++;
  return depth;
}

/** Indexes the children of every slot except the root. */
function childrenBySlot(slots: Int32Array): (slot: number) => number[] {
  const count = slots.length / slotSize;
  const first = new Int32Array(count);
  const next = new Int32Array(count);
  for (let slot = count - 1; slot > 0; slot--) {
    const parent = slots[slot * slotSize + parentField]!;
    if (parent <= 0) continue;
    next[slot] = first[parent]!;
    first[parent] = slot;
  }
  return (slot) => {
    const children: number[] = [];
    for (let child = first[slot] ?? 0; child > 0; child = next[child]!) children.push(child);
    return children;
  };
}

function clear(slots: Int32Array, slot: number): void {
  const field = slot * slotSize;
  slots[field + baseField] = 0;
  slots[field + parentField] = -1;
  slots[field + wordField] = noWord;
  slots[field + childrenField] = 0;
}
