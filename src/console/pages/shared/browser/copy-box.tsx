import type { ComponentChildren, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { commandWords } from '../../../../kernel/shell.ts';

interface Props {
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
export function CopyBox({ label, text, class: look, children = text }: Props): VNode {
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
