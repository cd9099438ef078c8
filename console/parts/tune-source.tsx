import { useSession } from '../session.js';
import { type Edit, edits } from '../tune/edits.js';
import { Slider } from './slider.js';

/** Labels of stored documents, pairs provided by the user or, if there are no labels, edited copies of stored texts. */
export type SourceKind = 'labels' | 'pairs' | 'kept';

/** Source of the pairs. */
export interface Source {
  readonly kind: SourceKind;
  readonly pairs: string;
  readonly documents: number;
  readonly edits: readonly Edit[];
  readonly duplicateShare: number;
  readonly otherShare: number;
  readonly seed: number;
}

export const startingSource: Source = {
  kind: 'labels',
  pairs: '',
  documents: 100,
  edits: ['drop', 'swap'],
  duplicateShare: 0.2,
  otherShare: 0.6,
  seed: 1,
};

interface TuneSourceProps {
  /** Available kinds. */
  readonly kinds: readonly SourceKind[];
  readonly source: Source;
  readonly onChange: (source: Source) => void;
  readonly running: boolean;
  readonly onRun: () => void;
  readonly onStop: () => void;
}

export function TuneSource({ kinds, source, onChange, running, onRun, onStop }: TuneSourceProps) {
  const { t, described } = useSession();
  const textsKept = described?.keepText !== false;
  const ready = {
    labels: true,
    pairs: source.pairs.trim() !== '',
    // Without the description, pages would be compared with any page instead of the nearest.
    kept: described?.keepText === true && source.edits.length > 0,
  }[source.kind];
  return (
    <form
      class="card tune-source"
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      <fieldset class="segments">
        <legend class="unseen">{t('tune.source')}</legend>
        {kinds.map((kind) => (
          <label key={kind}>
            <input
              type="radio"
              name="source"
              checked={source.kind === kind}
              onChange={() => onChange({ ...source, kind })}
            />
            <span>{t(`tune.${kind}`)}</span>
          </label>
        ))}
      </fieldset>
      {source.kind === 'labels' && <p class="hint">{t('tune.labelsHint')}</p>}
      {source.kind === 'pairs' && <Pairs source={source} onChange={onChange} />}
      {source.kind === 'kept' && textsKept && <Kept source={source} onChange={onChange} />}
      {source.kind === 'kept' && !textsKept && <p class="notice">{t('tune.notKept')}</p>}
      <div class="actions">
        {running ? (
          <button type="button" onClick={onStop}>
            {t('tune.stop')}
          </button>
        ) : (
          <button type="submit" class="primary" disabled={!ready}>
            {t('tune.run')}
          </button>
        )}
      </div>
    </form>
  );
}

type PartProps = Pick<TuneSourceProps, 'source' | 'onChange'>;

function Pairs({ source, onChange }: PartProps) {
  const { t } = useSession();
  return (
    <>
      <p class="hint">{t('tune.pairsHint')}</p>
      <textarea
        aria-label={t('tune.pairs')}
        class="code"
        rows={7}
        spellcheck={false}
        placeholder={t('tune.pairsExample')}
        value={source.pairs}
        onInput={({ currentTarget }) => onChange({ ...source, pairs: currentTarget.value })}
      />
      <label class="file">
        {t('tune.upload')}
        <input
          type="file"
          accept=".csv,.ndjson,.jsonl,.txt,text/csv,application/x-ndjson"
          onChange={async ({ currentTarget: { files } }) => {
            const pairs = await files?.[0]?.text();
            if (pairs !== undefined) onChange({ ...source, pairs });
          }}
        />
      </label>
    </>
  );
}

function Kept({ source, onChange }: PartProps) {
  const { t, number, percent } = useSession();
  return (
    <>
      <p class="hint">{t('tune.keptHint')}</p>
      <details>
        <summary>{t('tune.howEdited')}</summary>
        <div class="thresholds">
          <Slider
            label={t('tune.duplicateShare')}
            note={t('tune.duplicateShareNote')}
            min={0.05}
            max={0.5}
            step={0.05}
            value={source.duplicateShare}
            shown={percent(source.duplicateShare, 0)}
            onSlide={(duplicateShare) => onChange({ ...source, duplicateShare })}
          />
          <Slider
            label={t('tune.otherShare')}
            note={t('tune.otherShareNote')}
            min={0.3}
            max={1}
            step={0.05}
            value={source.otherShare}
            shown={percent(source.otherShare, 0)}
            onSlide={(otherShare) => onChange({ ...source, otherShare })}
          />
          <Slider
            label={t('tune.documents')}
            note={t('tune.documentsNote')}
            min={10}
            max={500}
            step={10}
            value={source.documents}
            shown={number(source.documents)}
            onSlide={(documents) => onChange({ ...source, documents })}
          />
          <label class="field">
            {t('tune.seed')}
            <input
              type="number"
              min={0}
              step={1}
              required
              value={source.seed}
              onInput={({ currentTarget }) =>
                onChange({ ...source, seed: currentTarget.valueAsNumber || 0 })
              }
            />
            <span class="hint">{t('tune.seedNote')}</span>
          </label>
        </div>
        <fieldset class="ticks">
          <legend>{t('tune.edits')}</legend>
          {edits.map((edit) => (
            <label key={edit} class="tick">
              <input
                type="checkbox"
                checked={source.edits.includes(edit)}
                onChange={({ currentTarget }) =>
                  onChange({
                    ...source,
                    edits: edits.filter((each) =>
                      each === edit ? currentTarget.checked : source.edits.includes(each),
                    ),
                  })
                }
              />
              {t(`edit.${edit}`)}
            </label>
          ))}
          <p class="hint">{t('tune.editsNote')}</p>
        </fieldset>
      </details>
    </>
  );
}
