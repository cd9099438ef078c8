import { apiCall } from '../api/request.js';
import type { ListedDocument } from '../api/types.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';

interface DocumentNameProps {
  readonly id: string;
  /** Stored document; undefined if absent or not loaded yet. */
  readonly document: Titled | undefined;
  /** False if the document is not stored. */
  readonly linked?: boolean;
}

/** A document under its usual name: its title, if any, and its id. */
export function DocumentName({ id, document, linked = true }: DocumentNameProps) {
  const title = document === undefined ? null : chooseTitle(document);
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
  /** Facts that the page declares about itself. */
  readonly page?: { readonly title: string | null } | null | undefined;
  /** Beginning of its text, if stored. */
  readonly excerpt?: string | null | undefined;
  readonly text?: string | null;
}

/**
 * Returns the title in a document's metadata, or the title of its page, the beginning of its text, or its address; null
 * if only the id is known.
 */
export function chooseTitle({ metadata, page, excerpt, text }: Titled): string | null {
  return (
    nonEmptyText(metadata?.title) ??
    nonEmptyText(page?.title) ??
    beginning(excerpt ?? text ?? '') ??
    nonEmptyText(metadata?.url)
  );
}

/** Returns the host of an id that is a URL, or of the `url` in its metadata. */
export function findHost({ id, metadata }: Titled & { readonly id: string }): string | null {
  const address = [id, nonEmptyText(metadata?.url)].find((each) => each && URL.canParse(each));
  return (address && new URL(address).host) || null;
}

function nonEmptyText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** Returns the first words of a text on one line. */
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

/** Maximum length of an id shown in full. A longer id is cut in the middle; its tooltip is complete. */
const shownLength = 90;

interface DocumentIdProps {
  readonly id: string;
  /** True to link to the document's page; false if it is not stored. */
  readonly linked?: boolean;
}

/** Id of a document on one line; a URL is also a link to the web page. */
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

/** Shortens a text in the middle, because both ends of a URL are informative. */
export function middleOut(text: string, lengthMax: number): string {
  const characters = [...text];
  if (characters.length <= lengthMax) return text;
  const head = Math.ceil((lengthMax - 1) * 0.6);
  const tail = lengthMax - 1 - head;
  return `${characters.slice(0, head).join('')}…${characters.slice(-tail).join('')}`;
}

/** Tests for a safe link target: other schemes could run code. */
export function isWebAddress(id: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(id) && URL.canParse(id);
}

/** Returns stored documents by id; empty until loaded. Pages work without them. */
export function useDocuments(ids: readonly string[]): ReadonlyMap<string, ListedDocument> {
  const { collection, described } = useSession();
  const include = described?.keepText === true ? (['excerpt'] as const) : undefined;
  const body = { ids: [...new Set(ids)], collection, include };
  const { answer } = useAnswer(ids.length > 0 && apiCall('POST', '/documents/lookup', { body }));
  return new Map((answer?.documents ?? []).map((document) => [document.id, document]));
}
