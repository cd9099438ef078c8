import { useSession } from '../session.js';

/** Rules for the copy that stays, as `keep` of a scan; a value follows those that end with a sign. */
const rules = ['first', 'last', 'longest', 'shortest', 'https', 'host:', 'metadata.'] as const;

interface KeepRuleProps {
  readonly rule: string;
  readonly disabled: boolean;
  readonly onChange: (rule: string) => void;
}

/** Chooses the document of each group of duplicates that stays. */
export function KeepRule({ rule, disabled, onChange }: KeepRuleProps) {
  const { t } = useSession();
  const kind = rules.find((each) => each === rule || (/\W$/.test(each) && rule.startsWith(each)))!;
  return (
    <div class="actions keep-rule">
      <label class="field">
        {t('scan.keep')}
        <select
          value={kind}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {rules.map((each) => (
            <option key={each} value={each}>
              {t(`keep.${each}`)}
            </option>
          ))}
        </select>
      </label>
      {/\W$/.test(kind) && (
        <input
          type="text"
          aria-label={t(`keep.${kind}`)}
          placeholder={kind === 'host:' ? 'example.org' : 'date'}
          value={rule.slice(kind.length)}
          disabled={disabled}
          onInput={({ currentTarget }) => onChange(kind + currentTarget.value.trim())}
        />
      )}
    </div>
  );
}
