import type { Row } from '../import/documents-of-files.js';
import { hasContent, type Mapping, type Role, roles } from '../import/mapping.js';
import { useSession } from '../session.js';

const shownCharacters = 160;

interface FieldMappingProps {
  /** First rows of the files. */
  readonly sample: readonly Row[];
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}

/** Roles of the file's fields, with example values. */
export function FieldMapping({ sample, mapping, onChange }: FieldMappingProps) {
  const { t } = useSession();
  const unreadable = sample.filter(({ fields }) => fields === null).length;
  return (
    <section class="card">
      <h2>
        {t('import.fields')}
        <span class="aside">{t('import.sample', { count: sample.length })}</span>
      </h2>
      <table class="metadata-table mapping">
        <thead>
          <tr>
            <th scope="col">{t('document.field')}</th>
            <th scope="col">{t('import.becomes')}</th>
            <th scope="col">{t('import.first')}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(mapping).map(([name, role]) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>
                <select
                  aria-label={t('import.roleOf', { name })}
                  value={role}
                  onChange={({ currentTarget }) =>
                    onChange(withRole(mapping, name, currentTarget.value as Role))
                  }
                >
                  {roles.map((each) => (
                    <option key={each} value={each}>
                      {t(`import.role.${each}`)}
                    </option>
                  ))}
                </select>
              </td>
              <td dir="auto">{firstValue(sample, name)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {unreadable > 0 && <p class="hint">{t('import.unreadableSample', { count: unreadable })}</p>}
      {!hasContent(mapping) && <p class="notice bad">{t('import.noContent')}</p>}
      {!Object.values(mapping).includes('id') && <p class="hint">{t('import.noId')}</p>}
      <p class="hint">{t('import.othersToMetadata')}</p>
    </section>
  );
}

/**
 * Returns the mapping with a new role for a field. Only one field can have each of the roles `id`, `text` and `html`.
 */
function withRole(mapping: Mapping, name: string, role: Role): Mapping {
  const alone = role === 'id' || role === 'text' || role === 'html';
  const others = Object.entries(mapping).map(([each, former]) => [
    each,
    alone && former === role ? 'metadata' : former,
  ]);
  return { ...Object.fromEntries(others), [name]: role };
}

function firstValue(sample: readonly Row[], name: string): string {
  const value = sample.map(({ fields }) => fields?.[name]).find((each) => (each ?? '') !== '');
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
