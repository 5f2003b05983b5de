import type { VNode } from 'preact';
import { counted, plural } from '../../../../kernel/words.ts';
import { Mark } from './marks.tsx';

/** The parts of a filter bar. */

interface SearchProps {
  readonly label: string;
  readonly text: string;
  readonly onInput: (text: string) => void;
}

export const SearchField = ({ label, text, onInput }: SearchProps): VNode => (
  <input
    type="search"
    placeholder={label}
    aria-label={label}
    autocomplete="off"
    spellcheck={false}
    value={text}
    onInput={({ currentTarget }) => onInput(currentTarget.value)}
  />
);

interface SelectProps {
  readonly label: string;
  /** Each choice with the number of items that it would leave. */
  readonly choices: readonly (readonly [value: string, count: number])[];
  readonly chosen: string;
  readonly onChange: (value: string) => void;
}

/** A list to choose one value from. The chosen value stays in the list when it leaves nothing. */
export function Select({ label, choices, chosen, onChange }: SelectProps): VNode {
  const isListed = chosen === '' || choices.some(([value]) => value === chosen);
  const all = isListed ? choices : [...choices, [chosen, 0] as const];
  return (
    <label class={chosen === '' ? 'select' : 'select chosen'}>
      <span>{label}</span>
      <select value={chosen} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">any</option>
        {all.map(([value, count]) => (
          <option key={value} value={value}>
            {`${value} (${counted(count)})`}
          </option>
        ))}
      </select>
    </label>
  );
}

interface TogglesProps<T extends string> {
  readonly label: string;
  readonly choices: readonly T[];
  readonly shown: Readonly<Record<T, { readonly label: string; readonly mark: string; readonly means?: string }>>;
  readonly counts: ReadonlyMap<string, number>;
  readonly chosen: readonly T[];
  readonly onToggle: (value: T) => void;
}

/** A row of buttons, of which several can be pressed at a time. */
export const Toggles = <T extends string>({
  label,
  choices,
  shown,
  counts,
  chosen,
  onToggle,
}: TogglesProps<T>): VNode => (
  <div class="toggles" role="group" aria-label={label}>
    {choices.map((value) => {
      const { label: name, mark, means } = shown[value];
      const count = counts.get(value) ?? 0;
      const isPressed = chosen.includes(value);
      return (
        <button
          key={value}
          type="button"
          class={count === 0 && !isPressed ? 'toggle empty' : 'toggle'}
          data-value={value}
          title={means}
          aria-pressed={isPressed}
          onClick={() => onToggle(value)}
        >
          <Mark look={value} sign={mark} />
          <b>{counted(count)}</b>
          {` ${name}`}
        </button>
      );
    })}
  </div>
);

interface StatusProps {
  readonly left: number;
  readonly all: number;
  readonly unit: string;
  /** The address that shows all of them; absent while nothing is filtered. */
  readonly showAll: string | undefined;
}

/** How many items the filter leaves. */
export const StatusLine = ({ left, all, unit, showAll }: StatusProps): VNode => (
  <p class="status-line" role="status">
    {left === all ? plural(all, unit) : `${counted(left)} of ${plural(all, unit)}`}
    {showAll === undefined ? null : (
      <>
        {' · '}
        <a href={showAll}>show all</a>
      </>
    )}
  </p>
);

/** The list with the value added, or without it when it was there. */
export const toggled = <T extends string>(values: readonly T[], value: T): readonly T[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value];

interface ChooseProps {
  readonly label: string;
  readonly values: readonly (string | readonly [value: string, shown: string])[];
  readonly chosen: string;
  readonly onChange: (value: string) => void;
}

/** A list from which one value is always chosen. */
export const Choose = ({ label, values, chosen, onChange }: ChooseProps): VNode => (
  <label class="select">
    <span>{label}</span>
    <select value={chosen} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {values.map((choice) => {
        const [value, shown] = typeof choice === 'string' ? [choice, choice] : choice;
        return (
          <option key={value} value={value}>
            {shown}
          </option>
        );
      })}
    </select>
  </label>
);
