import { writeFileSync } from 'node:fs';
import { hashFunctions } from '../src/fingerprint/hash64.js';

/**
 * Draws the pictures of README.md and docs/concepts.md: `npx tsx scripts/draw-concepts.ts`. The bits are real hashes of
 * the words shown.
 */
const blue = '#0072b2';
const orange = '#d55e00';
const grey = '#5f6b76';
const pale = '#e8eef4';

export const drawings: Readonly<Record<string, string>> = {
  'overview.svg': overview(),
  'simhash.svg': simhash(),
  'pigeonhole.svg': pigeonhole(),
  'bands.svg': bands(),
};

if (process.argv[1] === import.meta.filename) {
  for (const [name, drawing] of Object.entries(drawings)) {
    writeFileSync(new URL(`../docs/concepts/${name}`, import.meta.url), drawing);
  }
}

/** Draws the path of a page to a decision. */
function overview(): string {
  const steps = [
    ['page', 'text, HTML, PDF'],
    ['words', 'main text, cut'],
    ['signature', '64 bits + 128 bytes'],
    ['candidates', 'from two indexes'],
    ['matches', '60 % alike or more'],
  ];
  const boxes = steps.map(([name, note], place) => {
    const x = 10 + place * 148;
    return [
      box(x, 40, 124, 56, pale),
      text(x + 62, 64, name as string, { weight: 'bold' }),
      text(x + 62, 84, note as string, { size: 11, fill: grey }),
      place > 0 ? arrow(x - 24, 68, x, 68) : '',
    ].join('');
  });
  const decisions = [
    ['new', 'nothing like it is stored; it is now', blue],
    ['similar', 'like another document, but with new lines; stored', blue],
    ['duplicate', 'all its lines are in one other document; not stored', orange],
    ['changed', 'this id was stored with other content; replaced', blue],
    ['unchanged', 'this id was stored with this very content', grey],
  ].map(([name, meaning, fill], row) => {
    const y = 140 + row * 30;
    return [
      box(190, y, 104, 22, fill as string),
      text(242, y + 15, name as string, { fill: '#ffffff', weight: 'bold', size: 12 }),
      text(306, y + 15, meaning as string, { anchor: 'start', size: 12 }),
    ].join('');
  });
  return svg(750, 300, 'From a page to a decision', [
    text(10, 24, 'POST /check', { anchor: 'start', fill: grey, size: 12 }),
    ...boxes,
    `<path d="M664 96 V118 H242 V134" fill="none" stroke="${grey}" stroke-width="1.5" marker-end="url(#tip)"/>`,
    ...decisions,
  ]);
}

/** Draws every word voting on every bit. */
function simhash(): string {
  const words: [string, number][] = [
    ['ferry', 3],
    ['harbour', 2],
    ['islands', 1],
    ['ticket', 1],
  ];
  const shown = 12;
  const bitsOf = (word: string) =>
    Array.from(hashFunctions.xxh64(word).toString(2).padStart(64, '0').slice(0, shown), Number);
  const sums = Array<number>(shown).fill(0);
  const rows = words.map(([word, weight], row) => {
    const y = 56 + row * 34;
    const cells = bitsOf(word).map((bit, place) => {
      const vote = bit === 1 ? weight : -weight;
      sums[place] = (sums[place] as number) + vote;
      return cell(place, y, bit === 1 ? `+${weight}` : `−${weight}`, bit === 1 ? blue : grey);
    });
    return [
      text(92, y + 19, word, { anchor: 'end', weight: 'bold' }),
      text(104, y + 19, `× ${weight}`, { anchor: 'start', fill: grey, size: 12 }),
      ...cells,
    ].join('');
  });
  const total = sums.map((sum, place) =>
    cell(place, 206, sum < 0 ? `−${-sum}` : `${sum}`, '#333333'),
  );
  const bits = sums.map((sum, place) =>
    filled(place, 250, sum > 0 ? '1' : '0', sum > 0 ? blue : grey),
  );
  return svg(750, 300, 'SimHash: every word votes on every bit', [
    text(92, 34, 'word', { anchor: 'end', fill: grey, size: 12 }),
    text(104, 34, 'weight', { anchor: 'start', fill: grey, size: 12 }),
    text(158, 34, 'first 12 of the 64 bits of its hash: 1 votes for, 0 against, by its weight', {
      anchor: 'start',
      fill: grey,
      size: 12,
    }),
    ...rows,
    `<path d="M150 198 H700" stroke="${grey}"/>`,
    text(92, 225, 'sum', { anchor: 'end', weight: 'bold' }),
    ...total,
    text(92, 269, 'fingerprint', { anchor: 'end', weight: 'bold' }),
    ...bits,
  ]);
}

/** Draws three differing bits, which cannot touch all four blocks. */
function pigeonhole(): string {
  const differing = [5, 22, 27];
  const row = (y: number, name: string, mark: boolean) =>
    Array.from({ length: 64 }, (_, bit) => {
      const block = Math.floor(bit / 16);
      const x = 96 + bit * 9 + block * 14;
      const differs = mark && differing.includes(bit);
      return `<rect x="${x}" y="${y}" width="8" height="24" fill="${differs ? orange : (bit * 7 + block) % 3 === 0 ? blue : pale}"/>`;
    }).join('') + text(86, y + 17, name, { anchor: 'end' });
  const notes = ['1 bit differs', '2 bits differ', 'equal', 'equal'].map((note, block) => {
    const x = 96 + block * 158 + 71;
    const equal = note === 'equal';
    return (
      text(x, 140, note, { fill: equal ? blue : orange, weight: 'bold', size: 13 }) +
      text(x, 34, `block ${block}`, { fill: grey, size: 12 }) +
      (equal ? text(x, 160, 'a range of this table', { fill: grey, size: 12 }) : '') +
      (equal ? text(x, 176, 'holds the other one', { fill: grey, size: 12 }) : '')
    );
  });
  return svg(750, 196, 'The pigeonhole: with at most 3 differing bits one of 4 blocks is equal', [
    row(46, 'stored', false),
    row(84, 'posted', true),
    ...notes,
  ]);
}

/** Draws two sketches that share one band, enough for a comparison. */
function bands(): string {
  const equalBytes = new Set([0, 1, 3, 4, 6, 7, 8, 9, 11, 12, 14, 15, 17, 18, 19, 21, 22]);
  const row = (y: number, name: string) =>
    Array.from({ length: 24 }, (_, place) => {
      const x = 96 + place * 24 + Math.floor(place / 3) * 8;
      const fill = equalBytes.has(place) ? blue : name === 'stored' ? pale : orange;
      return `<rect x="${x}" y="${y}" width="22" height="24" fill="${fill}"/>`;
    }).join('') + text(86, y + 17, name, { anchor: 'end' });
  const labels = Array.from({ length: 8 }, (_, band) => {
    const x = 96 + band * 80 + 35;
    const shared = [0, 1, 2].every((byte) => equalBytes.has(band * 3 + byte));
    return (
      text(x, 34, `band ${band}`, { fill: grey, size: 12 }) +
      text(x, 138, shared ? 'shared' : '', { fill: blue, weight: 'bold', size: 13 })
    );
  });
  return svg(750, 180, 'Bands: two sketches that share one band are compared', [
    row(46, 'stored'),
    row(84, 'posted'),
    ...labels,
    text(
      96,
      166,
      '17 of these 24 bytes are equal. The other 104 are compared, too, before the two count as alike.',
      {
        anchor: 'start',
        fill: grey,
        size: 12,
      },
    ),
  ]);
}

function svg(width: number, height: number, title: string, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif">
<title>${title}</title>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="${grey}"/></marker></defs>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${parts.filter((part) => part !== '').join('\n')}
</svg>
`;
}

function box(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="5" fill="${fill}"/>`;
}

function arrow(x1: number, y1: number, x2: number, y2: number): string {
  return `<path d="M${x1} ${y1} L${x2 - 2} ${y2}" stroke="${grey}" stroke-width="1.5" marker-end="url(#tip)"/>`;
}

function cell(place: number, y: number, content: string, fill: string): string {
  return text(178 + place * 44, y + 19, content, { fill, size: 14 });
}

function filled(place: number, y: number, content: string, fill: string): string {
  const x = 178 + place * 44;
  return (
    box(x - 15, y, 30, 28, fill) + text(x, y + 19, content, { fill: '#ffffff', weight: 'bold' })
  );
}

interface TextStyle {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly fill?: string;
  readonly size?: number;
  readonly weight?: 'bold';
}

function text(x: number, y: number, content: string, style: TextStyle = {}): string {
  const { anchor = 'middle', fill = '#222222', size = 14, weight } = style;
  const bold = weight === undefined ? '' : ` font-weight="${weight}"`;
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="${size}" fill="${fill}"${bold}>${content}</text>`;
}
