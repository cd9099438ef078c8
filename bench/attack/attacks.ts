import type { Attack } from './attack.js';
import { candidateAttacks } from './kinds/candidates.js';
import { faultAttacks } from './kinds/faults.js';
import { longTextAttacks } from './kinds/long-texts.js';
import { replyAttacks } from './kinds/replies.js';
import { unreadAttacks } from './kinds/unread.js';

export const attacks: readonly Attack[] = [
  ...unreadAttacks,
  ...replyAttacks,
  ...longTextAttacks,
  ...faultAttacks,
  ...candidateAttacks,
];
