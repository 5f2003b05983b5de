import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';

interface Props {
  readonly class?: string;
  readonly open?: boolean;
  readonly summary: VNode;
  readonly children: () => ComponentChildren;
}

/** A `details` element whose content is rendered when it is opened for the first time, and kept from then on. */
export function LazyDetails({ open = false, summary, children, ...rest }: Props): VNode {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details
      {...rest}
      open={open}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setOpened(true);
      }}
    >
      {summary}
      {open || wasOpened ? children() : null}
    </details>
  );
}
