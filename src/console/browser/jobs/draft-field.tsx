interface Props {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Texts that the browser offers while the reader types. */
  readonly suggestions?: readonly string[];
  readonly problem?: string | undefined;
  readonly onInput: (text: string) => void;
}

/** A field of a form that starts jobs, with what is wrong with its text below it. */
export const DraftField = ({ id, label, value, placeholder, suggestions, problem, onInput }: Props) => (
  <div class="field">
    <label for={id}>{label}</label>
    <input
      id={id}
      autocomplete="off"
      spellcheck={false}
      placeholder={placeholder}
      value={value}
      aria-invalid={problem !== undefined}
      aria-describedby={`${id}-problem`}
      {...(suggestions && { list: `${id}-suggestions` })}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
    {suggestions ? (
      <datalist id={`${id}-suggestions`}>
        {suggestions.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    ) : null}
    <span class="wrong" id={`${id}-problem`}>
      {problem}
    </span>
  </div>
);
