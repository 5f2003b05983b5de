/** A heading of a column: its text, or the text with the class of its cell. */
type Head = string | { readonly text: string; readonly class: string };

/** The heading of a column of figures. */
export const number = (text: string): Head => ({ text, class: 'number' });

/** A heading that only screen readers say, above controls. */
export const spoken = (text: string): Head => ({ text, class: 'spoken' });

/** The headings of a table, one for each column. */
export const Heads = ({ of }: { readonly of: readonly Head[] }) => (
  <thead>
    <tr>
      {of.map((head) => {
        const { text, class: look } = typeof head === 'string' ? { text: head, class: '' } : head;
        return (
          <th key={text} scope="col" class={look === 'spoken' ? '' : look}>
            {look === 'spoken' ? <span class="spoken">{text}</span> : text}
          </th>
        );
      })}
    </tr>
  </thead>
);
