interface ChoicesParts<T extends string> {
  readonly label: string;
  readonly options: readonly T[];
  readonly chosen: T;
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
