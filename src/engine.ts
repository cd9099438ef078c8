/**
 * Entry of the core for engines: packages that keep its documents elsewhere, or decide about them on many machines. They
 * import `neardup/engine` and nothing else of this package. Everything here is documented where it is declared.
 */
export { documentRequest, toDocument } from './api/content.js';
export { documentId } from './api/fields.js';
export { parseJson } from './api/json.js';
export { splitLines } from './api/split-lines.js';
export { parsed } from './api/validation.js';
export { archiveLine } from './archive/archive-line.js';
export { exportHeader } from './archive/export-lines.js';
export { describedCollection, readRecipeFile } from './batch/recipe-file.js';
export { type Decision, type ReplayDocument, type ReplayRules, replay } from './batch/replay.js';
export { writeFailure } from './batch/spill-file.js';
export { countFlag, numberFlag } from './cli/flags.js';
export { readText } from './cli/read-text.js';
export { type Config, readConfig } from './config.js';
export type { Document } from './detector/check.js';
export { matchRule } from './detector/collections.js';
export { createCompute } from './detector/compute.js';
export { packFacts } from './detector/kept-facts.js';
export { clusterForm, type MigrateCollection, type Migrated } from './engine-packages.js';
export { NeardupError } from './errors.js';
export { type Analysis, analyse } from './fingerprint/analyse.js';
export { fromHex, hammingDistance, popcount, toHex } from './fingerprint/blocks.js';
export {
  type Geometry,
  type GeometryName,
  type GeometryTable,
  geometry,
  geometryKey,
  geometryName,
  geometryNames,
  needsFlip,
  piecesBeside,
} from './fingerprint/geometry.js';
export { hashFunctions } from './fingerprint/hash64.js';
export { landmarkKeys } from './fingerprint/landmarks.js';
export { bandKeys, firstSharedBand } from './fingerprint/minhash.js';
export { storedEvidence } from './fingerprint/packed-reading.js';
export {
  type HashName,
  hasWords,
  type Recipe,
  recipeId,
  sketchBytes,
} from './fingerprint/recipe.js';
export { recipeProblem } from './fingerprint/recipe-problem.js';
export { fingerprintOfCounts } from './fingerprint/sign.js';
export type { Fingerprint, Signature } from './fingerprint/signature.js';
export { simhash } from './fingerprint/simhash.js';
export { weightScale } from './fingerprint/weights.js';
export { findInputs, mediaTypeByName } from './input/find-inputs.js';
export { pageOfFile } from './input/read-page.js';
export { familyMax, nearMax, outsideMax } from './matching/bounds.js';
export { comparer, containmentBetween, foundBy, matchingCloseness } from './matching/compare.js';
export { decisionOn, type MatchEffect, matchEffect, type Present } from './matching/decide.js';
export { chooseByBands, chooseNearest, chooseOldest, familyKeys } from './matching/family.js';
export {
  type BestMatch,
  type Closeness,
  type Level,
  type Match,
  type MatchRule,
  pickFacts,
} from './matching/match.js';
export {
  compareMatches,
  compareUtf8,
  keptSignature,
  matchRank,
  storedSignature,
} from './matching/match-rule.js';
export { createNearest } from './matching/nearest.js';
export { openInlineSigner, openTermStore } from './open-detector.js';
export type { DocumentWithCluster } from './store/contract/clusters.js';
export type {
  Collection,
  CollectionKey,
  CreateCollection,
  UpdateCollection,
} from './store/contract/collections.js';
export {
  type AddOperation,
  type AddOutcome,
  type CheckOperation,
  type CheckOutcome,
  type DeleteOperation,
  type DeleteOutcome,
  decisions,
  type ListOperation,
  type QueryOperation,
  type QueryOutcome,
  type StoredDocument,
} from './store/contract/documents.js';
export type { Idempotency, Repeatable } from './store/contract/idempotency.js';
export type { Scope } from './store/contract/scope.js';
export type {
  CollectionStats,
  DecisionStatistics,
  StoreCall,
  StoreStats,
} from './store/contract/statistics.js';
export type { Store, StoreOperations } from './store/contract/store.js';
export type { ArchiveDocument, RestoreOperation } from './store/contract/successors.js';
export {
  type CountedTexts,
  type TermStore,
  type TextTerms,
  termLengthMax,
} from './store/contract/terms.js';
export {
  decideCheck,
  isUnchanged,
  matchesWanted,
  shownMatches,
  tellsExpiry,
} from './store/rules/decide-check.js';
export {
  type Counted,
  countDecision,
  hourMs,
  noStatistics,
} from './store/rules/decision-counts.js';
export { hostOrCommon } from './store/rules/host.js';
export { decodeOutcome, encodeOutcome, keepable, reusedKey } from './store/rules/idempotency.js';
export {
  bytesIn,
  documentBytes,
  isFull,
  replyBytesMax,
  takePage,
} from './store/rules/reply-bytes.js';
export { isInScope } from './store/rules/scope.js';
export {
  isLive,
  later,
  livesAsLong,
  nextVersion,
  renewed,
  requestedLifetime,
  type SeenBy,
  sameContent,
  sameMetadata,
  seenAgain,
} from './store/rules/versions.js';

export { pageText } from './workers/page-text.js';
