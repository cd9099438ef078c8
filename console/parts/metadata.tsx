import type { Titled } from '../document-title.js';
import { useSession } from '../session.js';
import { isWebAddress } from './document-name.js';

/** Metadata of a document, one row per value; nested values are named by their path. */
export function Metadata({ metadata }: Titled) {
  const { t } = useSession();
  const rows = flatten(metadata ?? {}, []);
  if (rows.length === 0) return <p class="hint">{t('metadata.none')}</p>;
  return (
    <table class="metadata-table">
      <thead class="unseen">
        <tr>
          <th scope="col">{t('document.field')}</th>
          <th scope="col">{t('document.value')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ path, value }) => (
          <tr key={path.join('\n')}>
            <th scope="row">
              <bdi>{path.join(' › ')}</bdi>
            </th>
            <td dir="auto">{typeof value === 'string' ? <Words text={value} /> : String(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Words({ text }: { readonly text: string }) {
  if (!isWebAddress(text)) return <>{text}</>;
  return (
    <a href={text} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}

interface Row {
  readonly path: readonly string[];
  readonly value: unknown;
}

function flatten(value: unknown, path: readonly string[]): Row[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  const parts = Object.entries(value);
  if (parts.length === 0 && path.length === 0) return [];
  if (parts.length === 0) return [{ path, value: Array.isArray(value) ? '[]' : '{}' }];
  const isList = Array.isArray(value);
  return parts.flatMap(([name, part]) =>
    flatten(part, [...path, isList ? String(Number(name) + 1) : name]),
  );
}
