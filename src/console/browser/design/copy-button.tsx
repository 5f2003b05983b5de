import { useSignal } from '@preact/signals';

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
