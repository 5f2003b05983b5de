import type { VNode } from 'preact';

/** The sign of a verdict or state, for readers who do not see its colour. Screen readers get the label beside it instead. */
export const Mark = ({ look, sign }: { readonly look: string; readonly sign: string }): VNode => (
  <span class={`mark ${look}`} aria-hidden="true">
    {sign}
  </span>
);

/** Text for screen readers only. */
export const Unseen = ({ children }: { readonly children: string }): VNode => <span class="unseen">{children}</span>;
