import { useRef, useState } from 'preact/hooks';
import { detectKind, type Row, readRows } from '../import/documents-of-files.js';
import { hasContent, likelyMapping, type Mapping } from '../import/mapping.js';
import type { Mode } from '../import/send.js';
import { FieldMapping } from '../parts/field-mapping.js';
import { ImportRun } from '../parts/import-run.js';
import { PageHead } from '../parts/page-head.js';
import { useSession } from '../session.js';
import { useResetState } from '../use-reset-state.js';

const sampleRows = 20;

/** Imports documents from files: preview, field mapping, and progress. */
export function Import() {
  const { t, collection } = useSession();
  const [files, setFiles] = useResetState<readonly File[]>([], [collection]);
  const [sample, setSample] = useState<readonly Row[]>([]);
  const [mapping, setMapping] = useState<Mapping>({});
  const [idsBegin, setIdsBegin] = useState('');
  const [mode, setMode] = useState<Mode>('add');
  const latest = useRef<readonly File[]>([]);

  async function take(taken: readonly File[]) {
    latest.current = taken;
    setFiles(taken);
    setSample([]);
    const rows: Row[] = [];
    for (const file of taken.filter((each) => detectKind(each) !== 'page')) {
      rows.push(...(await firstRows(file)));
    }
    if (latest.current !== taken) return;
    setSample(rows);
    setMapping(likelyMapping(rows.flatMap(({ fields }) => (fields === null ? [] : [fields]))));
  }

  const pages = files.filter((file) => detectKind(file) === 'page');
  return (
    <>
      <PageHead title={t('page.import')}>{t('import.about')}</PageHead>
      <div class="import">
        <DropFiles files={files} onFiles={take} />
        {pages.length > 0 && (
          <label class="field">
            {t('import.idsBegin', { count: pages.length })}
            <input
              type="text"
              value={idsBegin}
              spellcheck={false}
              placeholder="https://news.example/"
              onInput={({ currentTarget }) => setIdsBegin(currentTarget.value)}
            />
            <span class="hint">
              {t('import.idsExample')} <code>{idsBegin + (pages[0]?.name ?? '')}</code>
            </span>
          </label>
        )}
        {files.length > 0 && (
          <>
            <fieldset class="choices">
              <legend>{t('import.mode')}</legend>
              {(['add', 'check'] as const).map((each) => (
                <label key={each} class="choice">
                  <input
                    type="radio"
                    name="mode"
                    checked={mode === each}
                    onChange={() => setMode(each)}
                  />
                  <span>
                    <strong>{t(`import.${each}`)}</strong>
                    <span class="hint">{t(`import.${each}.note`)}</span>
                  </span>
                </label>
              ))}
            </fieldset>
            {sample.length > 0 && (
              <FieldMapping sample={sample} mapping={mapping} onChange={setMapping} />
            )}
            <ImportRun
              files={files}
              mapping={mapping}
              idsBegin={idsBegin}
              mode={mode}
              disabled={sample.length > 0 && !hasContent(mapping)}
            />
          </>
        )}
      </div>
    </>
  );
}

async function firstRows(file: File): Promise<readonly Row[]> {
  const first: Row[] = [];
  for await (const rows of readRows(file)) {
    first.push(...rows);
    if (first.length >= sampleRows) break;
  }
  return first.slice(0, sampleRows);
}

interface DropFilesProps {
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
}

/** Area for dropping files, or choosing them with a button. */
function DropFiles({ files, onFiles }: DropFilesProps) {
  const { t, size } = useSession();
  const [over, setOver] = useState(false);
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside does the same by keyboard
    <div
      class={over ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const dropped = [...(event.dataTransfer?.files ?? [])];
        if (dropped.length > 0) onFiles(dropped);
      }}
    >
      <strong>{t('import.drop')}</strong>
      <label class="file">
        {t('import.choose')}
        <input
          type="file"
          multiple
          accept=".ndjson,.jsonl,.json,.csv,.tsv,.html,.htm,.xhtml,.gz"
          onChange={({ currentTarget }) => onFiles([...(currentTarget.files ?? [])])}
        />
      </label>
      <p class="hint">
        {files.length === 0
          ? t('import.kinds')
          : t('import.files', { count: files.length, size: size(bytes) })}
      </p>
    </div>
  );
}
