import { useSignal } from '@preact/signals';

interface FilterTextParts {
  readonly label: string;
  readonly placeholder: string;
  /** What is looked for now. */
  readonly text: string;
  /** Takes what was typed, once Enter or the next control says that it is complete. */
  readonly choose: (text: string) => void;
}

/** A field for a text that filters rows. What is being typed stays when news draw the rows again. */
export function FilterText({ label, placeholder, text, choose }: FilterTextParts) {
  const typed = useSignal<string | null>(null);
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={typed.value ?? text}
      onInput={(event) => {
        typed.value = event.currentTarget.value;
      }}
      onChange={(event) => {
        typed.value = null;
        choose(event.currentTarget.value.trim());
      }}
    />
  );
}
