import type { ComponentChildren } from 'preact';

/** Why an order was refused, and the field that this concerns; no field where it is about the order as a whole. */
export interface Fault<D> {
  readonly field: keyof D | undefined;
  readonly text: string;
  /** It was found while one types, and is not read out at each key. */
  readonly isTyped?: true;
}

/** One field of a form whose draft is `D`. */
export interface FieldParts<D> {
  /** Begins the id of every field of the form. */
  readonly form: string;
  readonly draft: D;
  /** The fields that the draft has as it is; the others are not drawn. */
  readonly shown: ReadonlySet<keyof D>;
  readonly faults: readonly Fault<D>[];
  readonly change: (changes: Partial<D>) => void;
  readonly name: keyof D & string;
  readonly label: string;
}

interface TextParts {
  readonly hint?: string | undefined;
  /** What the field takes, beside its name. */
  readonly limit?: string | undefined;
  /** Controls that fill it in. */
  readonly tools?: ComponentChildren;
}

/** A field for a number, as text. What the exchange says of it stands below it. */
export function TextField<D>({
  form,
  draft,
  shown,
  faults,
  change,
  name,
  label,
  hint,
  limit,
  tools,
}: FieldParts<D> & TextParts) {
  if (!shown.has(name)) return null;
  const fault = faults.find(({ field }) => field === name);
  const id = `${form}-${name}`;
  return (
    <div class="field">
      <span class="heading">
        <label for={id}>{label}</label>
        {limit === undefined ? null : (
          <small id={`${id}-limit`} class="limit">
            {limit}
          </small>
        )}
        {tools}
      </span>
      <input
        id={id}
        inputMode="decimal"
        autocomplete="off"
        placeholder={hint ?? ''}
        aria-invalid={fault !== undefined}
        aria-describedby={describedBy(fault && `${id}-wrong`, limit && `${id}-limit`)}
        value={String(draft[name])}
        onInput={(event) => change({ [name]: event.currentTarget.value.trim() } as Partial<D>)}
      />
      {fault && (
        <span id={`${id}-wrong`} class="wrong" role={fault.isTyped ? undefined : 'alert'}>
          {fault.text}
        </span>
      )}
    </div>
  );
}

const describedBy = (...ids: readonly (string | undefined)[]): string | undefined =>
  ids.filter((id) => id !== undefined && id !== '').join(' ') || undefined;

/** A field with a few words to choose from. */
export function ChoiceField<D>({
  form,
  draft,
  shown,
  change,
  name,
  label,
  options,
}: FieldParts<D> & { readonly options: readonly string[] }) {
  if (!shown.has(name)) return null;
  const id = `${form}-${name}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={String(draft[name])}
        onChange={(event) => change({ [name]: event.currentTarget.value } as Partial<D>)}
      >
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </div>
  );
}

/** A box to tick. */
export function FlagField<D>({ draft, shown, change, name, label }: FieldParts<D>) {
  if (!shown.has(name)) return null;
  return (
    <label class="flag">
      <input
        type="checkbox"
        checked={draft[name] === true}
        onChange={(event) => change({ [name]: event.currentTarget.checked } as Partial<D>)}
      />
      {label}
    </label>
  );
}

/** Shows what was refused about the order as a whole. */
export function WholeFault<D>({ faults }: { readonly faults: readonly Fault<D>[] }) {
  return faults
    .filter(({ field }) => field === undefined)
    .map(({ text }) => (
      <p key={text} class="wrong" role="alert">
        {text}
      </p>
    ));
}
