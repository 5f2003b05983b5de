import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Empty, Fault } from '../design/panel.tsx';

/** A page whose script is loaded when it is first opened, so that the console starts with the market page alone. */
export function lazily(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined;
  return function LazyPage() {
    const view = useSignal<ComponentType | undefined>(loaded);
    const hasFailed = useSignal(false);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (component) => {
          loaded = component;
          view.value = component;
        },
        () => {
          hasFailed.value = true;
        },
      );
    }, [view, hasFailed]);
    const View = view.value;
    if (View) return <View />;
    return hasFailed.value ? (
      <Fault>
        This page could not be loaded: the server may have been replaced by a newer one. Load the document again.
      </Fault>
    ) : (
      <Empty>Loading…</Empty>
    );
  };
}
