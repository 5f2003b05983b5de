import type { Surface } from '../transport.ts';

/** The events of a stream client. */
export interface StreamEvents {
  /** A connection is up for the first time: logged in, where there is a login. */
  connected: { readonly endpoint: Surface };
  /** A connection is gone; another one is being opened. */
  disconnected: { readonly endpoint: Surface; readonly code: number; readonly reason: string };
  /** It is up again, logged in, with every subscription acknowledged anew. What was pushed meanwhile is lost. */
  reconnected: { readonly endpoint: Surface; readonly attempts: number };
  /** Something failed that no caller waits for, such as an attempt to connect again or a subscription that was not given anew. */
  problem: { readonly endpoint: Surface; readonly error: Error };
}

export type Listener<T> = (event: T) => void;

/** Listeners by event, called in the order in which they were added. */
export class Events {
  readonly #listeners = new Map<keyof StreamEvents, Set<Listener<never>>>();

  /** Gives back what ends it. */
  on<E extends keyof StreamEvents>(event: E, listener: Listener<StreamEvents[E]>): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  emit<E extends keyof StreamEvents>(event: E, payload: StreamEvents[E]): void {
    const listeners = this.#listeners.get(event) as ReadonlySet<Listener<StreamEvents[E]>> | undefined;
    for (const listener of [...(listeners ?? [])]) listener(payload);
  }
}
