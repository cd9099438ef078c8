import { apiCall } from '../api/request.js';
import type { ListedDocument } from '../api/types.js';
import { chooseTitle, type Titled } from '../document-title.js';
import { useSession } from '../session.js';
import { readableHost } from '../text/host-name.js';
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
  const title = document === undefined ? null : chooseTitle({ id, ...document });
  return (
    <span class="document-name">
      {title !== null && <bdi class="title">{title}</bdi>}
      <DocumentId id={id} linked={linked} />
    </span>
  );
}

/** Maximum length of an id shown in full. A longer id is shortened in the middle; the tooltip has the whole id. */
const shownLength = 90;

interface DocumentIdProps {
  readonly id: string;
  /** True to link to the page about the document; false if the document is not stored. */
  readonly linked?: boolean;
}

/** Id of a document on one line; a URL is also a link to the web page. */
export function DocumentId({ id, linked = true }: DocumentIdProps) {
  const { t, href } = useSession();
  const shown = <bdi title={id}>{middleOut(readableHost(id), shownLength)}</bdi>;
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

/** A host name or an address as people read it; the tooltip has its encoded form. */
export function HostName({ host }: { readonly host: string }) {
  return <bdi title={host}>{readableHost(host)}</bdi>;
}

/**
 * Shortens an id in the middle, because both ends of a URL are informative. Characters that change the direction of text
 * are shown escaped: an id could use them to look like another.
 */
export function middleOut(id: string, lengthMax: number): string {
  const text = id.replaceAll(turning, (turn) => `\\u${turn.charCodeAt(0).toString(16)}`);
  const characters = [...text];
  if (characters.length <= lengthMax) return text;
  const head = Math.ceil((lengthMax - 1) * 0.6);
  const tail = lengthMax - 1 - head;
  return `${characters.slice(0, head).join('')}…${characters.slice(-tail).join('')}`;
}

const turning = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

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
