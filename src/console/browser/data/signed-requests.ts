import { signal } from '@preact/signals';
import { StreamClient } from '../../../client.ts';
import { isRead } from '../../../client/request-client.ts';

type Params = Awaited<ReturnType<StreamClient['signed']>>;

/** A signed request that the console sent. */
export interface SignedRequest {
  readonly number: number;
  readonly action: string;
  readonly params: Params;
  /** As it was sent, with its nonce and its signature. */
  readonly body: Params;
}

const KEPT = 20;
let made = 0;

/** The latest requests that changed something or tried to, newest first. They are in memory only. */
export const signedRequests = signal<readonly SignedRequest[]>([]);

/** A client that keeps what it signs to be sent. */
export class ConsoleClient extends StreamClient {
  /** A signed body that is shown and not sent. */
  drafted(action: string, params: Params): Promise<Params> {
    return super.signed(action, params);
  }

  override async signed(...asked: Parameters<StreamClient['signed']>): Promise<Params> {
    const [action, params = {}] = asked;
    const body = await super.signed(...asked);
    if (isRead(action)) return body;
    made += 1;
    signedRequests.value = [{ number: made, action, params, body }, ...signedRequests.value].slice(0, KEPT);
    return body;
  }
}
