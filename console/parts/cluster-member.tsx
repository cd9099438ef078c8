import { useState } from 'preact/hooks';
import { recordedLevel } from '../additions.js';
import type { ListedDocument, Member } from '../api/types.js';
import { chooseTitle } from '../document-title.js';
import { useSession } from '../session.js';
import { DocumentName } from './document-name.js';
import { Closeness } from './found-match.js';
import { PairDifference } from './pair-difference.js';

interface ClusterMemberProps {
  readonly member: Member;
  readonly documents: ReadonlyMap<string, ListedDocument>;
  /** Id of the cluster's representative. */
  readonly representative: string;
  /** Id of the document from which the member would be separated. */
  readonly partner: string;
  readonly chosen: boolean;
  readonly onChoose: (chosen: boolean) => void;
  readonly busy: boolean;
  readonly onSeparate: () => void;
}

type Beside = 'representative' | 'match';

/** A member with its match, optionally next to the representative or the match. */
export function ClusterMember(props: ClusterMemberProps) {
  const { member, documents, representative, partner, chosen, onChoose, busy, onSeparate } = props;
  const { t } = useSession();
  const [open, setOpen] = useState<Beside | null>(null);
  const { id, stored, match, measuredAgainstRepresentative } = member;
  const document = documents.get(id);
  const others: readonly (readonly [Beside, string])[] = [
    ['representative', representative],
    ...(match !== null && match.id !== representative && documents.has(match.id)
      ? [['match', match.id] as const]
      : []),
  ];
  const beside = others.find(([name]) => name === open)?.[1];
  return (
    <li class={chosen ? 'chosen-member' : ''}>
      <div class="member-head">
        <input
          type="checkbox"
          aria-label={t('documents.choose', { id })}
          checked={chosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
        <DocumentName id={id} document={stored ? document : undefined} />
        {match && <Closeness {...match} level={recordedLevel(match)} />}
      </div>
      {document?.excerpt && chooseTitle({ ...document, excerpt: null }) !== null && (
        <p class="excerpt" dir="auto">
          {document.excerpt}
        </p>
      )}
      <div class="member-row">
        <p class="member-facts">
          {member.representative && <span class="tag good">{t('member.representative')}</span>}
          {!stored && <span class="tag">{t('member.refused')}</span>}
          {!measuredAgainstRepresentative && <span class="tag">{t('member.notMeasured')}</span>}
          {match && match.id !== representative && (
            <span class="hint">
              {t('member.measuredAgainst')} <bdi class="partner">{match.id}</bdi>
            </span>
          )}
        </p>
        {!member.representative && (
          <div class="actions">
            {stored &&
              others.map(([name]) => (
                <button
                  key={name}
                  type="button"
                  aria-expanded={open === name}
                  onClick={() => setOpen(open === name ? null : name)}
                >
                  {t(name === 'match' ? 'member.differenceOfMatch' : 'member.difference')}
                </button>
              ))}
            <button
              type="button"
              disabled={busy}
              title={t('member.separateWhat', { id, other: partner })}
              onClick={onSeparate}
            >
              {t('member.separate')}
            </button>
          </div>
        )}
      </div>
      {beside !== undefined && <PairDifference a={beside} b={id} />}
    </li>
  );
}
