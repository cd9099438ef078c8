import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { apiCall } from '../api/request.js';
import { plainChoicesMax, useSession } from '../session.js';
import { useAnswer, useSettled } from '../use-request.js';

interface PageHeadProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** True if the page is about one collection, with a control to choose it. */
  readonly ofCollection?: boolean;
}

export function PageHead({ title, children, ofCollection = true }: PageHeadProps) {
  return (
    <div class="page-head">
      <div>
        <h1>{title}</h1>
        <p>{children}</p>
      </div>
      {ofCollection && <ChooseCollection />}
    </div>
  );
}

/** Chooses the collection of the page from a short list, or by searching names. */
function ChooseCollection() {
  const { t, collection, known, choose } = useSession();
  const { names, total } = known;
  return (
    <div class="choose-collection">
      <span aria-hidden="true">{t('head.collection')}</span>
      {total > plainChoicesMax ? (
        <FindCollection key={collection} />
      ) : (
        <select
          aria-label={t('head.collection')}
          value={collection}
          onChange={({ currentTarget }) => choose({ collection: currentTarget.value })}
        >
          {(names.includes(collection) ? names : [collection, ...names]).map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

const shownMax = 20;
const typingMs = 150;

/** Field for finding one of many collections by part of its name; the service searches. */
function FindCollection() {
  const { t, collection, choose } = useSession();
  const list = useId();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const search = useSettled(typed.trim().toLowerCase(), typingMs);
  const query = { fields: 'brief', limit: shownMax, search: search || undefined } as const;
  const { answer } = useAnswer(open && apiCall('GET', '/collections', { query }));
  const names = answer?.collections.map(({ name }) => name) ?? [];
  const more = (answer?.total ?? 0) - names.length;

  function close() {
    setOpen(false);
    setTyped('');
    setActive(0);
  }

  function take(name: string | undefined) {
    if (name === undefined) return;
    close();
    choose({ collection: name });
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (open) setActive(Math.min(Math.max(active + step, 0), Math.max(names.length - 1, 0)));
      else setOpen(true);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      take(names[active]);
    } else if (event.key === 'Escape') close();
  }

  return (
    <span class="find-collection">
      <input
        type="text"
        role="combobox"
        aria-label={t('head.collection')}
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={list}
        aria-activedescendant={open && names[active] ? `${list}-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder={open ? t('head.findCollection') : undefined}
        value={open ? typed : collection}
        onFocus={() => setOpen(true)}
        onBlur={close}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onInput={({ currentTarget }) => {
          setOpen(true);
          setActive(0);
          setTyped(currentTarget.value);
        }}
      />
      {open && (
        <span class="found">
          <span id={list} role="listbox" aria-label={t('page.collections')}>
            {names.map((name, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
              <span
                key={name}
                id={`${list}-${index}`}
                role="option"
                aria-selected={index === active}
                onMouseDown={(event) => {
                  event.preventDefault(); // the field keeps the focus until a choice is made
                  take(name);
                }}
              >
                {name}
              </span>
            ))}
          </span>
          <span class="hint" role="status">
            {answer && names.length === 0 && t('head.noCollection')}
            {more > 0 && t('head.moreCollections', { count: more })}
          </span>
        </span>
      )}
    </span>
  );
}
