import { useId } from 'preact/hooks';

interface SliderProps {
  readonly label: string;
  readonly note?: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  /** The value as text. */
  readonly shown: string;
  readonly onSlide: (value: number) => void;
}

export function Slider({ label, note, shown, value, onSlide, ...range }: SliderProps) {
  const id = useId();
  return (
    <div class="slider">
      <label for={id}>{label}</label>
      <output for={id}>{shown}</output>
      <input
        id={id}
        type="range"
        {...range}
        value={value}
        aria-valuetext={shown}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onInput={({ currentTarget }) => onSlide(currentTarget.valueAsNumber)}
      />
      {note !== undefined && (
        <p class="hint" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}
