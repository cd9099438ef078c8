import type { components, operations } from 'neardup-client';

/** Requests and replies of the API, from the types generated from its description. */

type Schemas = components['schemas'];

export type Json<Body> = { content: { 'application/json': Body } };
/** Reply of a successful operation; undefined if it is not JSON. */
export type AnswerOf<Operation> = Operation extends { responses: infer Replies }
  ? {
      [Status in keyof Replies]: Replies[Status] extends Json<infer Body> ? Body : undefined;
    }[Extract<keyof Replies, Replies extends { 200: unknown } ? 200 : number>]
  : never;
type Answer<Name extends keyof operations> = AnswerOf<operations[Name]>;

/** A content as in /compare and /query. */
export type Content =
  | { readonly text: string }
  | { readonly html: string }
  | { readonly fingerprint: string }
  | { readonly id: string };

export type Collection = Schemas['Collection'];
export type CollectionList = Omit<Answer<'listCollections'>, 'collections'> & {
  readonly collections: readonly BriefCollection[];
};
/** Reply of GET /collections with `fields=brief`. */
export type BriefCollection = Schemas['BriefCollection'];
export type Recipe = Collection['recipe'];
export type Level = Collection['duplicateIf'];
export type Evidence = Schemas['Evidence'];
export type Flip = Evidence['flips'][number];
export type TermList = NonNullable<Evidence['terms']>['shared'];
export type Match = Schemas['Match'];
/** Lines of a page that are missing from another page. */
export type Additions = Schemas['Additions'];
export type AddedPassage = Schemas['AddedPassage'];
export type Found = Answer<'query'>;
export type Overlap = Answer<'overlap'>;
export type OverlapDocument = Overlap['documents'][number];
/** A passage in one of the texts. */
export type PassageRange = Pick<Overlap['passages'][number], 'start' | 'end' | 'text'>;
export type Document = Answer<'getDocument'>;
/** A document as in lists and lookups. */
export type ListedDocument = Schemas['StoredDocument'];
export type DocumentPage = Answer<'listDocuments'>;
export type Stats = Answer<'stats'>;
export type Decision = keyof Stats['decisions'];
export type History = Answer<'history'>;
export type HostList = Answer<'hosts'>;
export type ClusterList = Answer<'listClusters'>;
export type Cluster = Answer<'getCluster'>;
export type Member = Cluster['members'][number];
export type Backup = Schemas['Backup'];
export type Configuration = Schemas['Configuration'];
export type Job = Schemas['Job'];
export type ScanResult = Schemas['ScanResult'];
/** A member, and the cluster that it left or rejoined. */
export type PlaceInCluster = Schemas['PlaceInCluster'];
export type DeletionResult = Schemas['DeletionResult'];
export type BorderPairs = Answer<'border'>;
export type BorderPair = BorderPairs['pairs'][number];
export type LabelList = Answer<'listLabels'>;
export type LabelWord = LabelList['labels'][number]['label'];
export type LoggedDecision = Schemas['LoggedDecision'];
export type Recommendation = Answer<'recommendation'>;

type Compared = Answer<'compare'>;
type Explaining = 'terms' | 'flips' | 'equalBlocks' | 'diff';

/** The reply of /compare without `explain`. */
export type Comparison = Compared & Required<Pick<Compared, 'differingBits' | 'sharedBands'>>;
/** The reply of /compare with `explain`. */
export type ExplainedComparison = Comparison & Required<Pick<Compared, Explaining>>;
export type DiffPiece = NonNullable<Compared['diff']>[number];
