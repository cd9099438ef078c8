import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Content, DiffPiece } from '../api/types.js';
import type { Titled } from '../document-title.js';
import { findMoved, type ShownPiece } from '../moved-text.js';
import { useSession } from '../session.js';
import { firstWords, lastWords } from '../text/whole-words.js';
import { DocumentName } from './document-name.js';

/** Length of shared text shown next to a difference, in UTF-16 units. */
const contextLength = 120;

interface DiffProps {
  readonly pieces: readonly DiffPiece[] | null | undefined;
  /** True if A adds nothing to B, so that text only in A is not marked as new. */
  readonly addsNothing: boolean;
  /** Names of both sides. */
  readonly a: ComponentChildren;
  readonly b: ComponentChildren;
  /** Kind of the first page if a decision is shown, whose match is the second page; else they are A and B. */
  readonly decided?: 'refused' | 'checked' | undefined;
}

/** Shows two texts as one: text that A adds is underlined, text only in B is struck through, moved text is grey. */
export function Diff({ pieces, addsNothing, a, b, decided }: DiffProps) {
  const { t } = useSession();
  const shown = useMemo(() => pieces && findMoved(pieces), [pieces]);
  const kinds = new Set(shown?.pieces.map((piece) => piece.in));
  const differ = kinds.size > (kinds.has('both') ? 1 : 0);
  const sides = decided && ([t(`diff.${decided}`), t('diff.stored')] as const);
  const [nameA, nameB] = sides ?? ['A', 'B'];
  const onlyA = t(addsNothing ? 'diff.nothingNew' : 'diff.only', { side: nameA });
  const onlyB = t('diff.only', { side: nameB });
  return (
    <div class={addsNothing ? 'diff nothing-new' : 'diff'}>
      <dl class="diff-sides">
        <div>
          <dt>{kinds.has('a') ? <ins>{onlyA}</ins> : nameA}</dt>
          <dd>{a}</dd>
        </div>
        <div>
          <dt>{kinds.has('b') ? <del>{onlyB}</del> : nameB}</dt>
          <dd>{b}</dd>
        </div>
      </dl>
      {shown?.isReordered && <p class="reordered">{t('diff.reordered')}</p>}
      {shown && differ ? (
        <DiffText pieces={shown.pieces} />
      ) : (
        <p class="hint">{t(pieces ? 'diff.equal' : 'diff.unknown')}</p>
      )}
    </div>
  );
}

function DiffText({ pieces }: { readonly pieces: readonly ShownPiece[] }) {
  const { t } = useSession();
  return (
    <div class="diff-text" dir="auto">
      {pieces.map((piece, index) => {
        const key = String(index);
        if (piece.in === 'a') return <ins key={key}>{piece.text}</ins>;
        if (piece.in === 'b') return <del key={key}>{piece.text}</del>;
        if (piece.in === 'moved') {
          return (
            <span key={key} class="moved">
              <span class="tag">{t('diff.moved')}</span> <Alike text={piece.text} />
            </span>
          );
        }
        const ends = { first: index === 0, last: index === pieces.length - 1 };
        return <Alike key={key} text={piece.text} {...ends} />;
      })}
    </div>
  );
}

interface AlikeProps {
  readonly text: string;
  /** True at the beginning of the texts. */
  readonly first?: boolean;
  /** True at their end. */
  readonly last?: boolean;
}

/** Shared text. If it is long, only the parts next to a difference are shown. */
function Alike({ text, first = false, last = false }: AlikeProps) {
  const { t } = useSession();
  const [open, setOpen] = useState(false);
  if (open || text.length <= 3 * contextLength) return <span>{text}</span>;
  const head = first ? '' : firstWords(text, contextLength);
  const tail = last ? '' : lastWords(text, contextLength);
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

interface SideNameProps {
  readonly content: Content;
  readonly documents: ReadonlyMap<string, Titled>;
}

/** Name of one side of a comparison: the stored document, or the kind of input. */
export function SideName({ content, documents }: SideNameProps) {
  const { t } = useSession();
  if ('id' in content) return <DocumentName id={content.id} document={documents.get(content.id)} />;
  if ('text' in content) return <span>{t('side.text')}</span>;
  if ('html' in content) return <span>{t('side.html')}</span>;
  return <code>{content.fingerprint}</code>;
}

interface ComparedSidesProps {
  readonly a: Content;
  readonly b: Content;
  readonly documents: ReadonlyMap<string, Titled>;
}

/** Names of the two sides called A and B below. */
export function ComparedSides({ a, b, documents }: ComparedSidesProps) {
  return (
    <dl class="compared-sides">
      <div>
        <dt class="of-a">A</dt>
        <dd>
          <SideName content={a} documents={documents} />
        </dd>
      </div>
      <div>
        <dt class="of-b">B</dt>
        <dd>
          <SideName content={b} documents={documents} />
        </dd>
      </div>
    </dl>
  );
}
