import type { components, operations } from './openapi.js';

/** JSON body of an operation. */
export type Body<O extends { requestBody: { content: { 'application/json': unknown } } }> =
  O['requestBody']['content']['application/json'];

/** Fields that can hold the text or features of a document. */
interface Contents {
  readonly text: string;
  readonly html: string;
  readonly features: NonNullable<Body<operations['check']>['features']>;
  readonly fingerprint: string;
}

/** Exactly one field of `Contents`. A field with the value null counts as omitted. */
type OneContent = {
  [Name in keyof Contents]: Pick<Contents, Name> & {
    readonly [Other in Exclude<keyof Contents, Name>]?: null | undefined;
  };
}[keyof Contents];

/**
 * A request with exactly one field of `Contents`. Metadata may be any object, because an index signature would reject a
 * value whose type is an interface.
 */
type WithOneContent<Request> = Omit<Request, keyof Contents | 'metadata'> &
  OneContent & { readonly metadata?: object | null | undefined };

/** A document to check. It has exactly one of `text`, `html`, `features` and `fingerprint`. */
export type CheckRequest = WithOneContent<Body<operations['check']>>;
/** A document to add. It has exactly one of `text`, `html`, `features` and `fingerprint`. */
export type AddRequest = WithOneContent<Body<operations['addDocument']>>;

/** Rejects, at compile time, all fields that `Request` does not define. */
export type Exact<D, Request> = D & {
  readonly [Name in Exclude<keyof D, NamesOf<Request>>]: never;
};

/** Field names of all members of a union. */
type NamesOf<Union> = Union extends unknown ? keyof Union : never;

/**
 * Response to a check, in which `decision` determines the types of `duplicateOf` and `similarTo`; see the table of POST
 * /check in docs/api.md.
 */
export type TypedDecision<Answer extends PlainDecision> = Omit<Answer, keyof PlainDecision> &
  (
    | { decision: 'new'; duplicateOf: null; similarTo: null }
    | { decision: 'similar'; duplicateOf: null; similarTo: string }
    | { decision: 'duplicate'; duplicateOf: string; similarTo: null }
    | { decision: 'changed'; duplicateOf: string | null; similarTo: string | null }
    | { decision: 'unchanged'; duplicateOf: null; similarTo: null }
  );

type PlainDecision = Pick<
  components['schemas']['Decision'],
  'decision' | 'duplicateOf' | 'similarTo'
>;
