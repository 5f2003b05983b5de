import type { ComponentChildren } from 'preact';

interface PanelParts {
  readonly title: string;
  /** Controls at the right of the title. */
  readonly tools?: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A titled part of a page. */
export function Panel({ title, tools, class: own = '', children }: PanelParts) {
  return (
    <section class={`panel ${own}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {tools}
      </header>
      <div class="content">{children}</div>
    </section>
  );
}

/** Instead of a panel's content: there is none, and why. */
export const Empty = ({ children }: { readonly children: ComponentChildren }) => <div class="empty">{children}</div>;

/** Instead of a panel's content: it could not be had. */
export const Fault = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="fault" role="alert">
    {children}
  </div>
);
