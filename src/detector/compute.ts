import { NeardupError } from '../errors.js';
import type { Page } from '../extract/extract.js';
import type { PageFacts } from '../extract/page-facts.js';
import type { Recipe } from '../fingerprint/recipe.js';
import { fingerprintSignature } from '../fingerprint/sign.js';
import type { Fingerprint, Signable, Signature } from '../fingerprint/signature.js';
import type { TaskContext } from '../quota/task-context.js';
import type { Collection } from '../store/contract/collections.js';
import type { AddOperation, AddOutcome } from '../store/contract/documents.js';
import { outcomeLost } from '../store/rules/idempotency.js';
import { withSentTitle } from '../text/page-text.js';
import type { SignerOperations } from '../workers/signer.js';
import type { DescribedPage } from './kept-facts.js';
import type { Timings } from './observer.js';

/** Posted input with a text or features. */
export type Readable = Signable | { readonly kind: 'page'; readonly page: Page };

/** Posted content of a document. */
export type Content =
  | Readable
  | {
      readonly kind: 'fingerprint';
      readonly fingerprint: Fingerprint;
      /** Id of the recipe with which the fingerprint was computed; if undefined, the recipe is not checked. */
      readonly recipeId?: string | undefined;
      /** Extractor with which the text was taken from a page. */
      readonly extractor?: string | undefined;
    };

/** Computed fields of a document, returned with its outcome. */
export interface Computed {
  readonly signature: Signature;
  /** Extractor with which the text was taken from a page; null for plain text. */
  readonly extractor: string | null;
  /** Metadata of the page; null if the input is not a page; undefined unless requested. */
  readonly page?: DescribedPage | null | undefined;
}

/** Outcome of a store operation, with the fields computed from its input. */
export interface WithComputed<Outcome> {
  readonly outcome: Outcome;
  readonly computed: Computed;
}

export function pickComputed({ signature, extractor, page }: Computed): Computed {
  return { signature, extractor, page };
}

interface ComputedText extends Omit<Computed, 'page'> {
  /** Metadata of the page; null if the input is not a page. */
  readonly facts: PageFacts | null;
  /** Text in its stored form; null if it is not kept. */
  readonly text: Uint8Array | null;
}

interface ComputeOptions extends TaskContext {
  /** Page title that overrides the title found in the page. */
  readonly title?: string | undefined;
  readonly timings?: Timings | undefined;
}

/** Computes the stored form of an input, before the store is called. */
export function createCompute(signer: SignerOperations) {
  /**
   * @param keepText true to keep the text, if there is one
   * @param options client of the work, and the timings to fill in, which include the wait for a thread
   */
  return async function compute(
    content: Content,
    collection: Collection,
    keepText: boolean,
    options?: ComputeOptions,
  ): Promise<ComputedText> {
    const start = performance.now();
    const computed = await begin(content, collection, keepText, options);
    const timings = options?.timings;
    const part = content.kind === 'page' ? 'readingMs' : 'signingMs';
    if (timings !== undefined) timings[part] = performance.now() - start;
    return computed;
  };

  function begin(
    content: Content,
    collection: Collection,
    keepText: boolean,
    context: ComputeOptions | undefined,
  ): ComputedText | Promise<ComputedText> {
    const { recipe } = collection;
    switch (content.kind) {
      case 'page':
        return signer
          .signPage({ ...content.page, title: context?.title }, recipe, keepText, context)
          .then(({ page: facts, ...signed }) => ({ ...signed, facts }));
      case 'text':
        return signText(withSentTitle(content, context?.title), recipe, keepText, context);
      case 'features':
        refuseWithoutText(content.kind, collection);
        return signer.sign(content, recipe, context).then(signatureAlone);
      case 'fingerprint': {
        refuseWithoutText('a fingerprint', collection);
        refuseOtherRecipe(content.recipeId, collection);
        const { fingerprint, extractor = null } = content;
        return { signature: fingerprintSignature(fingerprint), text: null, extractor, facts: null };
      }
    }
  }

  async function signText(
    content: Text,
    recipe: Recipe,
    keepText: boolean,
    context: TaskContext | undefined,
  ): Promise<ComputedText> {
    if (!keepText) return signatureAlone(await signer.sign(content, recipe, context));
    const [signature, text] = await Promise.all([
      signer.sign(content, recipe, context),
      signer.packText(content, context),
    ]);
    return { signature, text, extractor: null, facts: null };
  }
}

type Text = Extract<Signable, { kind: 'text' }>;

function signatureAlone(signature: Signature): ComputedText {
  return { signature, text: null, extractor: null, facts: null };
}

function refuseWithoutText(what: string, { name, recipe }: Collection): void {
  if (recipe.method !== 'minhash') return;
  throw new NeardupError(
    'validation_failed',
    `Cannot compare ${what} in collection "${name}": method "minhash" needs the text`,
  );
}

function refuseOtherRecipe(posted: string | undefined, { name, recipeId }: Collection): void {
  if (posted === undefined || posted === recipeId) return;
  throw new NeardupError(
    'recipe_mismatch',
    `Cannot use a fingerprint of recipe "${posted}": collection "${name}" has recipe "${recipeId}"`,
  );
}

type Idempotency = NonNullable<AddOperation['idempotency']>;

/**
 * Identity of a request and its retries: an idempotency key, the hash of the request, and the owner. Key and hash are
 * in hex.
 */
export type RequestIdentity = Pick<Idempotency, 'key' | 'request' | 'owner'>;

/** Time for which outcomes are kept for retries. */
const keptOutcomeMs = 24 * 60 * 60 * 1000;
/** Time for which an outcome is kept even if its owner needs the space for other outcomes. */
const guaranteedMs = 10 * 60 * 1000;

/** Version of the note, that is, of the computed fields stored beside an outcome. The outcome has its own version. */
const noteVersion = 1;

/**
 * Adds the idempotency key, if any, to an operation, so that it runs at most once. The computed fields are kept
 * with the outcome.
 */
export function withIdempotency<Operation extends { readonly now: number }>(
  identity: RequestIdentity | undefined,
  computed: Computed | null,
  operation: Operation,
): Operation & { readonly idempotency?: Idempotency } {
  if (identity === undefined) return operation;
  const { now } = operation;
  const times = { expiresAt: now + keptOutcomeMs, guaranteedUntil: now + guaranteedMs };
  const note = computed === null ? '' : formatNote(computed);
  return { ...operation, idempotency: { ...identity, ...times, note } };
}

/**
 * Returns the computed fields of an outcome: the fields computed for this request or, if it is a retry, for the first
 * request.
 * @throws `idempotency_outcome_lost` if the first outcome was stored by a release with another note format
 */
export function computedFor({ replayed }: Pick<AddOutcome, 'replayed'>, now: Computed): Computed {
  if (replayed === undefined) return now;
  const { version, ...computed } = JSON.parse(replayed) as Computed & { readonly version?: number };
  if (version !== noteVersion) throw outcomeLost();
  return computed;
}

/** Serialises computed fields, without the sketch, which no reply contains. */
function formatNote({ signature, extractor, page }: Computed): string {
  return JSON.stringify({
    version: noteVersion,
    signature: { ...signature, sketch: null },
    extractor,
    page,
  });
}
