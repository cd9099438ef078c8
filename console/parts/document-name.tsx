import { apiCall } from '../api/request.js';
import type { ListedDocument } from '../api/types.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';

interface DocumentNameProps {
  readonly id: string;
  /** The stored document; undefined: there is none, or it is not known yet. */
  readonly document: Titled | undefined;
  /** False where it is not stored. */
  readonly linked?: boolean;
}

/** A document as people know it: by its title if it has one, and by its id. */
export function DocumentName({ id, document, linked = true }: DocumentNameProps) {
  const title = document === undefined ? null : titleOf(document);
  return (
    <span class="document-name">
      {title !== null && <bdi class="title">{title}</bdi>}
      <DocumentId id={id} linked={linked} />
    </span>
  );
}

/** Names of documents for people. */

const titleLength = 110;

export interface Titled {
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Facts that its page states about itself. */
  readonly page?: { readonly title: string | null } | null | undefined;
  /** Beginning of its text, if that is kept. */
  readonly excerpt?: string | null | undefined;
  readonly text?: string | null;
}

/**
 * The title in the metadata of a document, else that of its page, else how its text begins, else its
 * address; null: there is only the id.
 */
export function titleOf({ metadata, page, excerpt, text }: Titled): string | null {
  return (
    textOf(metadata?.title) ??
    textOf(page?.title) ??
    beginning(excerpt ?? text ?? '') ??
    textOf(metadata?.url)
  );
}

/** The host of an id that is a URL, else of the metadata's `url`. */
export function hostOf({ id, metadata }: Titled & { readonly id: string }): string | null {
  const address = [id, textOf(metadata?.url)].find((each) => each && URL.canParse(each));
  return (address && new URL(address).host) || null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** The first words of a text, on one line. */
function beginning(text: string): string | null {
  const line = text
    .slice(0, 4 * titleLength)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  if (characters.length <= titleLength) return line === '' ? null : line;
  return `${characters
    .slice(0, titleLength)
    .join('')
    .replace(/\s\S{0,15}$/, '')}…`;
}

/** Longest id that is shown whole; the middle of a longer one is left out, and its title has it all. */
const shownLength = 90;

interface DocumentIdProps {
  readonly id: string;
  /** True if it links to the page of the document; false where it is not stored. */
  readonly linked?: boolean;
}

/** The id of a document in one line; a URL is also a link to its page on the web. */
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

/** Tests if a link may lead there: other schemes could run something. */
export function isWebAddress(id: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(id) && URL.canParse(id);
}

/** Returns stored documents by their ids; empty until they are known. A page goes on without them. */
export function useDocuments(ids: readonly string[]): ReadonlyMap<string, ListedDocument> {
  const { collection, described } = useSession();
  const include = described?.keepText === true ? (['excerpt'] as const) : undefined;
  const body = { ids: [...new Set(ids)], collection, include };
  const { answer } = useAnswer(ids.length > 0 && apiCall('POST', '/documents/lookup', { body }));
  return new Map((answer?.documents ?? []).map((document) => [document.id, document]));
}
