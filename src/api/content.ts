import type { Document } from '../detector/check.js';
import type { Content, Readable } from '../detector/compute.js';
import type { OverlapProbe } from '../detector/overlap.js';
import type { Probe } from '../detector/sides.js';
import type { Page } from '../extract/extract.js';
import { fromHex } from '../fingerprint/blocks.js';
import type { Feature } from '../fingerprint/signature.js';

/** Turns bodies that passed their schema into arguments of the detector. */

interface PageBody {
  /** The whole body; the other fields stood in the query string. */
  readonly page?: Page | undefined;
  readonly html?: string | undefined;
}

interface AddressedBody extends PageBody {
  readonly id?: string | undefined;
}

interface ReadableBody extends AddressedBody {
  readonly text?: string | undefined;
  readonly features?: readonly Feature[] | undefined;
}

interface ContentBody extends ReadableBody {
  readonly fingerprint?: string | undefined;
  readonly recipe?: string | undefined;
  readonly extractor?: string | undefined;
}

interface DocumentBody extends ContentBody {
  readonly id?: string | undefined;
  readonly collection: string;
  readonly metadata?: object | undefined;
  readonly title?: string | undefined;
  readonly include?: readonly 'page'[] | undefined;
  readonly ttlSeconds?: number | undefined;
}

export function readableOf(body: ReadableBody): Readable {
  const { text, features } = body;
  if (text !== undefined) return { kind: 'text', text };
  if (features !== undefined) return { kind: 'features', features };
  return { kind: 'page', page: pageOf(body) };
}

/** Characters that were decoded by the client already have no charset to look for. Ids are often addresses. */
export function pageOf({ page, html, id }: AddressedBody): Page {
  if (page !== undefined) return { ...page, address: id };
  return { content: html as string, mediaType: 'text/html', charset: null, address: id };
}

function contentOf(body: ContentBody): Content {
  if (body.fingerprint === undefined) return readableOf(body);
  return {
    kind: 'fingerprint',
    fingerprint: fromHex(body.fingerprint),
    recipeId: body.recipe,
    extractor: body.extractor,
  };
}

export function probeOf(body: ContentBody & { readonly id?: string | undefined }): Probe {
  return body.id === undefined ? contentOf(body) : { kind: 'id', id: body.id };
}

export function overlapProbeOf(
  body: PageBody & { readonly text?: string | undefined; readonly id?: string | undefined },
): OverlapProbe {
  if (body.id !== undefined) return { kind: 'id', id: body.id };
  if (body.text !== undefined) return { kind: 'text', text: body.text };
  return { kind: 'page', page: pageOf(body) };
}

export function documentOf(body: DocumentBody): Document {
  return {
    id: body.id,
    collection: body.collection,
    content: contentOf(body),
    metadata: body.metadata === undefined ? null : JSON.stringify(body.metadata),
    ttlSeconds: body.ttlSeconds,
    title: body.title,
    wantsPage: body.include !== undefined,
  };
}
