import type { Attack } from './attack.js';
import { ambiguousAttacks } from './kinds/ambiguous.js';
import { candidateAttacks } from './kinds/candidates.js';
import { eventLoopAttacks } from './kinds/event-loop.js';
import { faultAttacks } from './kinds/faults.js';
import { holderAttacks } from './kinds/holders.js';
import { hostilePageAttacks } from './kinds/hostile-pages.js';
import { idAttacks } from './kinds/ids.js';
import { keptOutcomeAttacks } from './kinds/kept-outcomes.js';
import { longTextAttacks } from './kinds/long-texts.js';
import { manyStepAttacks } from './kinds/many-steps.js';
import { packedBodyAttacks } from './kinds/packed-bodies.js';
import { pageAttacks } from './kinds/pages.js';
import { replyAttacks } from './kinds/replies.js';
import { unreadAttacks } from './kinds/unread.js';

export const attacks: readonly Attack[] = [
  ...unreadAttacks,
  ...replyAttacks,
  ...longTextAttacks,
  ...faultAttacks,
  ...candidateAttacks,
  ...keptOutcomeAttacks,
  ...holderAttacks,
  ...pageAttacks,
  ...idAttacks,
  ...manyStepAttacks,
  ...eventLoopAttacks,
  ...ambiguousAttacks,
  ...packedBodyAttacks,
  ...hostilePageAttacks,
];
