import type { Probe } from '../detector/compare.js';
import type { Content, Document } from '../detector/detector.js';
import { fromHex } from '../fingerprint/blocks.js';
import type { Feature, Signable } from '../fingerprint/signature.js';

/** How bodies that passed their schema become arguments of the detector. */

interface SignableBody {
  readonly text?: string | undefined;
  readonly features?: readonly Feature[] | undefined;
}

interface ContentBody extends SignableBody {
  readonly fingerprint?: string | undefined;
  readonly recipe?: string | undefined;
}

interface DocumentBody extends ContentBody {
  readonly id?: string | undefined;
  readonly collection: string;
  readonly metadata?: object | undefined;
}

export function signableOf({ text, features }: SignableBody): Signable {
  if (text !== undefined) return { kind: 'text', text };
  return { kind: 'features', features: features as readonly Feature[] };
}

function contentOf(body: ContentBody): Content {
  if (body.fingerprint === undefined) return signableOf(body);
  return {
    kind: 'fingerprint',
    fingerprint: fromHex(body.fingerprint),
    recipeId: body.recipe,
  };
}

export function probeOf(body: ContentBody & { readonly id?: string | undefined }): Probe {
  return body.id === undefined ? contentOf(body) : { kind: 'id', id: body.id };
}

export function documentOf(body: DocumentBody): Document {
  return {
    id: body.id,
    collection: body.collection,
    content: contentOf(body),
    metadata: body.metadata === undefined ? null : JSON.stringify(body.metadata),
  };
}
