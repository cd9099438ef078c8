import { z } from 'zod';
import { shareOfRight, type VerdictCounts } from '../detector/verdicts.js';
import type { StoredRefused } from '../store/contract/decision-log.js';
import { shareReply } from './matches.js';

/** Replies to judgements of refused pages. */

export const storedRefused = z
  .object({
    id: z.string(),
    collection: z.string(),
    status: z
      .enum(['created', 'replaced', 'unchanged'])
      .describe(
        'Whether a document was created, or a stored one was replaced. `unchanged` if this content was already stored under the id.',
      ),
    revision: z.int(),
    separatedFrom: z
      .string()
      .nullable()
      .describe(
        'Id of the match that the document is now declared separate from. Null if the match is no longer stored.',
      ),
  })
  .meta({ id: 'StoredRefusedPage' });

export function storedRefusedReply(
  { status, document, separatedFrom }: StoredRefused,
  collection: string,
): z.infer<typeof storedRefused> {
  return { id: document.id, collection, status, revision: document.revision, separatedFrom };
}

export const verdictCounts = z
  .object({
    right: z.int().describe('Number of refusals judged right, at most 1,000.'),
    wrong: z.int().describe('Number of refusals judged wrong, at most 1,000.'),
    share: z.number().nullable().describe('Share of right ones. Null without a verdict.'),
    interval: z
      .object({ low: z.number(), high: z.number() })
      .meta({ id: 'ShareInterval' })
      .nullable()
      .describe('95% interval of the share. Null without a verdict.'),
    truncated: z.boolean().describe('Whether there are older verdicts that were not counted.'),
  })
  .meta({ id: 'VerdictCounts' });

export function verdictsReply(counts: VerdictCounts): z.infer<typeof verdictCounts> {
  const found = shareOfRight(counts);
  const { right, wrong, truncated } = counts;
  if (found === null) return { right, wrong, share: null, interval: null, truncated };
  const [share, low, high] = [found.share, found.low, found.high].map(shareReply);
  return { right, wrong, share: share!, interval: { low: low!, high: high! }, truncated };
}
