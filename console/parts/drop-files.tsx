import { useState } from 'preact/hooks';
import { useSession } from '../session.js';

interface DropFilesProps {
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
}

/** A place where files are dropped, or chosen by a button. */
export function DropFiles({ files, onFiles }: DropFilesProps) {
  const { t, number } = useSession();
  const [over, setOver] = useState(false);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field in it does the same by keyboard
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
      <label class="field">
        <strong>{t('import.drop')}</strong>
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
          : t('import.files', { count: files.length, size: number(bytes / 1e6) })}
      </p>
    </div>
  );
}
