import { useSession } from '../session.js';

/** Of a longer id the middle is left out; the whole stands in its title. */
const shownLength = 90;

interface DocumentIdProps {
  readonly id: string;
  /** Whether it leads to the page of the document; false where it is not stored. */
  readonly linked?: boolean;
}

/** The id of a document in one line; one that is a URL leads there, too. */
export function DocumentId({ id, linked = true }: DocumentIdProps) {
  const { t, href } = useSession();
  const shown = <bdi title={id}>{middleOut(id, shownLength)}</bdi>;
  return (
    <span class="document-id">
      <code class="id">{linked ? <a href={href('documents', { id })}>{shown}</a> : shown}</code>
      {isWebAddress(id) && (
        <a
          class="out"
          href={id}
          target="_blank"
          rel="noreferrer"
          title={t('id.open')}
          aria-label={`${t('id.open')}: ${id}`}
        >
          ↗
        </a>
      )}
    </span>
  );
}

/** A text with its middle left out if it is longer; both ends tell most of a URL. */
export function middleOut(text: string, lengthMax: number): string {
  const characters = [...text];
  if (characters.length <= lengthMax) return text;
  const head = Math.ceil((lengthMax - 1) * 0.6);
  const tail = lengthMax - 1 - head;
  return `${characters.slice(0, head).join('')}…${characters.slice(-tail).join('')}`;
}

/** Whether a browser may be sent there: other schemes could run something. */
export function isWebAddress(id: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(id) && URL.canParse(id);
}
