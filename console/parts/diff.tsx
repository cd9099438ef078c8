import { useState } from 'preact/hooks';
import type { DiffPiece } from '../api/types.js';
import { useSession } from '../session.js';

/** How much common text is shown beside a difference, in UTF-16 units. */
const contextLength = 120;

/** Two texts as one: text that only A has is struck out, text that only B has is underlined. */
export function Diff({ pieces }: { readonly pieces: readonly DiffPiece[] | null | undefined }) {
  const { t } = useSession();
  if (!pieces) return <p class="hint">{t('diff.unknown')}</p>;
  if (pieces.every((piece) => piece.in === 'both')) return <p class="hint">{t('diff.equal')}</p>;
  return (
    <div class="diff">
      <p class="legend">
        <span>
          <del>{t('diff.onlyA')}</del>
        </span>
        <span>
          <ins>{t('diff.onlyB')}</ins>
        </span>
      </p>
      <div class="diff-text">
        {pieces.map((piece, index) => {
          const key = String(index);
          if (piece.in === 'a') return <del key={key}>{piece.text}</del>;
          if (piece.in === 'b') return <ins key={key}>{piece.text}</ins>;
          const ends = { first: index === 0, last: index === pieces.length - 1 };
          return <Alike key={key} text={piece.text} {...ends} />;
        })}
      </div>
    </div>
  );
}

interface AlikeProps {
  readonly text: string;
  readonly first: boolean;
  readonly last: boolean;
}

/** Text that both have; of a long one only the parts next to a difference are shown. */
function Alike({ text, first, last }: AlikeProps) {
  const { t } = useSession();
  const [open, setOpen] = useState(false);
  if (open || text.length <= 3 * contextLength) return <span>{text}</span>;
  const head = first ? '' : text.slice(0, contextLength);
  const tail = last ? '' : text.slice(-contextLength);
  const left = text.length - head.length - tail.length;
  return (
    <span>
      {head}
      <button type="button" class="fold" onClick={() => setOpen(true)}>
        {t('diff.alike', { count: left })}
      </button>
      {tail}
    </span>
  );
}
