import type { ComponentChildren, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { commandWords } from '../../../../kernel/shell.ts';
import { counted, plural } from '../../../../kernel/words.ts';

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

/** Says how many items the filter leaves. */
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

/** The sign of a verdict or state, for readers who do not see its colour. Screen readers get the label beside it instead. */
export const Mark = ({ look, sign }: { readonly look: string; readonly sign: string }): VNode => (
  <span class={`mark ${look}`} aria-hidden="true">
    {sign}
  </span>
);

/** Text for screen readers only. */
export const Unseen = ({ children }: { readonly children: string }): VNode => <span class="unseen">{children}</span>;

/** An element that comes with the file. */
export function found<E extends Element>(selector: string, kind: abstract new () => E): E {
  const element = document.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`the page has no ${selector}`);
  return element;
}

interface LazyDetailsProps {
  readonly class?: string;
  readonly open?: boolean;
  readonly summary: VNode;
  readonly children: () => ComponentChildren;
}

/** A `details` element whose content is rendered when it is opened for the first time, and kept from then on. */
export function LazyDetails({ open = false, summary, children, ...rest }: LazyDetailsProps): VNode {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details
      {...rest}
      open={open}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setOpened(true);
      }}
    >
      {summary}
      {open || wasOpened ? children() : null}
    </details>
  );
}

interface CopyBoxProps {
  /** What the text is, for screen readers. */
  readonly label: string;
  /** The text that is copied. */
  readonly text: string;
  readonly class?: string;
  /** The text as it is shown, where that is not the text itself. */
  readonly children?: ComponentChildren;
}

/** A command that repeats something. A line never breaks within a word that a hyphen begins. */
export const CommandBox = ({ text }: { readonly text: string }): VNode => (
  <CopyBox label="command" text={text} class="command">
    {commandWords(text).map((word, place) => (
      <>
        {place === 0 ? '' : ' '}
        <span class="word">{word}</span>
      </>
    ))}
  </CopyBox>
);

/** A text in a box with a button that copies it. Where the browser denies the clipboard, the button selects the text. */
export function CopyBox({ label, text, class: look, children = text }: CopyBoxProps): VNode {
  const shown = useRef<HTMLPreElement>(null);
  const [result, setResult] = useState<string>();
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setResult('Copied'),
      () => {
        if (shown.current) getSelection()?.selectAllChildren(shown.current);
        setResult('Selected');
      },
    );
  };
  return (
    <div class="box">
      <button
        class={result === undefined ? 'copy' : 'copy said'}
        type="button"
        aria-label={`Copy ${label}`}
        onClick={copy}
        onAnimationEnd={() => setResult(undefined)}
      >
        {result ?? 'Copy'}
      </button>
      <pre ref={shown} class={look} tabindex={0} role="region" aria-label={label}>
        {children}
      </pre>
    </div>
  );
}
