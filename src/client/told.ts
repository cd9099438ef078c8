import type { components, operations } from './openapi.js';

/** The JSON body of an operation. */
export type Body<O extends { requestBody: { content: { 'application/json': unknown } } }> =
  O['requestBody']['content']['application/json'];

/** Contents that a document can have. */
interface Contents {
  readonly text: string;
  readonly html: string;
  readonly features: NonNullable<Body<operations['check']>['features']>;
  readonly fingerprint: string;
}

/** One of the contents; null counts as left out. */
type OneContent = {
  [Name in keyof Contents]: Pick<Contents, Name> & {
    readonly [Other in Exclude<keyof Contents, Name>]?: null | undefined;
  };
}[keyof Contents];

/** An interface is metadata, too, which an index signature would refuse. */
type WithOneContent<Request> = Omit<Request, keyof Contents | 'metadata'> &
  OneContent & { readonly metadata?: object | null | undefined };

/** A document to check: exactly one of `text`, `html`, `features` and `fingerprint`. */
export type CheckRequest = WithOneContent<Body<operations['check']>>;
/** A document to add: exactly one of `text`, `html`, `features` and `fingerprint`. */
export type AddRequest = WithOneContent<Body<operations['addDocument']>>;

/** Refuses fields that a request does not have. */
export type Known<D, Request> = D & {
  readonly [Name in Exclude<keyof D, NamesOf<Request>>]: never;
};

/** The names of the fields of all members of a union. */
type NamesOf<Union> = Union extends unknown ? keyof Union : never;

/** An answer of a check whose type tells what goes with `decision`: the table of POST /check in docs/api.md. */
export type Told<Answer extends Untold> = Omit<Answer, keyof Untold> &
  (
    | { decision: 'new'; duplicateOf: null; similarTo: null }
    | { decision: 'similar'; duplicateOf: null; similarTo: string }
    | { decision: 'duplicate'; duplicateOf: string; similarTo: null }
    | { decision: 'changed'; duplicateOf: string | null; similarTo: string | null }
    | { decision: 'unchanged'; duplicateOf: null; similarTo: null }
  );

type Untold = Pick<components['schemas']['Decision'], 'decision' | 'duplicateOf' | 'similarTo'>;
