import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface PanelParts {
  readonly title: string;
  /** Controls at the right of the title. */
  readonly tools?: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A titled part of a page. */
export function Panel({ title, tools, class: own = '', children }: PanelParts) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => keptReachable(content.current), []);
  return (
    <section class={`panel ${own}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {tools}
      </header>
      <div class="content" ref={content}>
        {children}
      </div>
    </section>
  );
}

/** What scrolls has to take the focus, or a keyboard cannot scroll it; what does not scroll would only be a stop more. */
function keptReachable(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const update = (): void => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    if (scrollWidth > clientWidth || scrollHeight > clientHeight) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(update);
  sizes.observe(element);
  const inside = new MutationObserver(update);
  inside.observe(element, { childList: true, subtree: true });
  return () => {
    sizes.disconnect();
    inside.disconnect();
  };
}

/** Instead of a panel's content: there is none, and why. */
export const Empty = ({ children }: { readonly children: ComponentChildren }) => <div class="empty">{children}</div>;

/** Instead of a panel's content: it could not be had. */
export const Fault = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="fault" role="alert">
    {children}
  </div>
);

interface ChoicesParts<T extends string> {
  readonly label: string;
  readonly options: readonly T[];
  /** Null for none of them. */
  readonly chosen: T | null;
  readonly choose: (option: T) => void;
  readonly titles?: Readonly<Partial<Record<T, string>>>;
}

/** A few options of which one is chosen. */
export function Choices<T extends string>({ label, options, chosen, choose, titles }: ChoicesParts<T>) {
  return (
    // A fieldset cannot stand in a heading line.
    <span class="choices" role="group" aria-label={label}>
      {options.map((option) => (
        <button key={option} type="button" aria-pressed={option === chosen} onClick={() => choose(option)}>
          {titles?.[option] ?? option}
        </button>
      ))}
    </span>
  );
}

/** Puts a text on the clipboard and says that it did. `what` names it for screen readers. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const copied = useSignal('');
  const isCopied = text !== '' && copied.value === text;
  return (
    <button
      type="button"
      class="button small"
      aria-label={isCopied ? `Copied ${what}` : `Copy ${what}`}
      onClick={() =>
        void navigator.clipboard.writeText(text).then(() => {
          copied.value = text;
        })
      }
    >
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  );
}

/** The lines of a list of figures with names. */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface NoticeParts {
  readonly tone: 'good' | 'bad';
  readonly children: ComponentChildren;
  /** The page that explains it. */
  readonly why?: string | undefined;
}

interface RefusedParts {
  /** Null where nothing was refused. */
  readonly refused: { readonly text: string; readonly why?: string } | null;
}

/** Says why something was not done, and where that is explained; nothing where it was. */
export const RefusedNotice = ({ refused }: RefusedParts) =>
  refused === null ? null : (
    <Notice tone="bad" why={refused.why}>
      {refused.text}
    </Notice>
  );

/** Says what came of an action, with the way to its explanation. */
export const Notice = ({ tone, children, why }: NoticeParts) => (
  <p class={`notice ${tone}`} role={tone === 'good' ? 'status' : 'alert'}>
    <span>{children}</span>
    {why === undefined ? null : (
      <a class="button small" href={why}>
        Why?
      </a>
    )}
  </p>
);
