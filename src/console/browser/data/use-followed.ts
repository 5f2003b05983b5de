import { useEffect } from 'preact/hooks';

/**
 * Follows something as long as a component is on the page, and anew when `key` changes. `follow` gets a signal that is aborted
 * at the end: what it opened after that it has to close again.
 */
export function useFollowed(key: string, follow: (until: AbortSignal) => void): void {
  // What is followed is named by its key alone.
  useEffect(() => {
    const end = new AbortController();
    follow(end.signal);
    return () => end.abort();
  }, [key]);
}

/** Ends a subscription when `until` is aborted, also one that is acknowledged only later. */
export async function endingWith(
  until: AbortSignal,
  subscription: Promise<{ unsubscribe(): Promise<void> }>,
): Promise<void> {
  const followed = await subscription;
  const end = (): void => {
    // A connection that is lost has ended the subscription already.
    followed.unsubscribe().catch(() => undefined);
  };
  if (until.aborted) end();
  else until.addEventListener('abort', end, { once: true });
}
