import type { Content } from '../api/types.js';
import { useSession } from '../session.js';
import type { Titled } from '../titles.js';
import { DocumentName } from './document-name.js';

interface SideNameProps {
  readonly content: Content;
  readonly documents: ReadonlyMap<string, Titled>;
}

/** What one side of a comparison is called: a stored document by its name, else what was entered. */
export function SideName({ content, documents }: SideNameProps) {
  const { t } = useSession();
  if ('id' in content) return <DocumentName id={content.id} document={documents.get(content.id)} />;
  if ('text' in content) return <span>{t('side.text')}</span>;
  if ('html' in content) return <span>{t('side.html')}</span>;
  return <code>{content.fingerprint}</code>;
}

interface ComparedSidesProps {
  readonly a: Content;
  readonly b: Content;
  readonly documents: ReadonlyMap<string, Titled>;
}

/** Which side is called A and which B in what follows. */
export function ComparedSides({ a, b, documents }: ComparedSidesProps) {
  return (
    <dl class="compared-sides">
      <div>
        <dt class="of-a">A</dt>
        <dd>
          <SideName content={a} documents={documents} />
        </dd>
      </div>
      <div>
        <dt class="of-b">B</dt>
        <dd>
          <SideName content={b} documents={documents} />
        </dd>
      </div>
    </dl>
  );
}
