import { useSession } from '../session.js';

interface BitsProps {
  /** Two fingerprints, 16 hex digits each. */
  readonly a: string;
  readonly b: string;
  /** Names of the two rows. */
  readonly names?: readonly [string, string];
}

/** Shows two fingerprints in their four blocks, one above the other, with differing bits marked. */
export function Bits({ a, b, names = ['A', 'B'] }: BitsProps) {
  const { t } = useSession();
  const differing = differingBits(a, b);
  return (
    <figure class="bits">
      <div class="blocks" aria-hidden="true">
        {[0, 1, 2, 3].map((block) => {
          const [ofA, ofB] = [readBlock(a, block), readBlock(b, block)];
          const inBlock = differing.filter((bit) => bit >> 4 === 3 - block).length;
          return (
            <div key={block} class={inBlock === 0 ? 'block same' : 'block'}>
              <div class="block-head">
                <span>{t('bits.block', { block })}</span>
                <span>
                  {inBlock === 0 ? t('bits.equal') : t('bits.differ', { count: inBlock })}
                </span>
              </div>
              <Row name={names[0]} bits={ofA} other={ofB} />
              <Row name={names[1]} bits={ofB} other={ofA} />
            </div>
          );
        })}
      </div>
      <figcaption class="unseen">
        {differing.length === 0
          ? t('bits.noneDiffer')
          : t('bits.summary', { count: differing.length, list: differing.join(', ') })}
      </figcaption>
    </figure>
  );
}

interface RowProps {
  readonly name: string;
  readonly bits: string;
  readonly other: string;
}

function Row({ name, bits, other }: RowProps) {
  return (
    <div class="bit-row">
      <span class="bit-name">{name}</span>
      {[...bits].map((bit, index) => (
        <i
          key={String(index)}
          class={`${bit === '1' ? 'one' : 'nil'}${bit === other[index] ? '' : ' odd'}`}
        />
      ))}
      <code>{Number.parseInt(bits, 2).toString(16).padStart(4, '0')}</code>
    </div>
  );
}

/** Returns the 16 binary digits of a block; block 0 is the highest. */
function readBlock(fingerprint: string, block: number): string {
  const digits = fingerprint.slice(block * 4, block * 4 + 4);
  return Number.parseInt(digits, 16).toString(2).padStart(16, '0');
}

/** Returns the differing bits of two fingerprints, from 63 (highest) to 0. */
function differingBits(a: string, b: string): number[] {
  const [one, other] = [a, b].map((each) => [0, 1, 2, 3].map((i) => readBlock(each, i)).join(''));
  return Array.from({ length: 64 }, (_, index) => 63 - index).filter(
    (bit) => one![63 - bit] !== other![63 - bit],
  );
}
