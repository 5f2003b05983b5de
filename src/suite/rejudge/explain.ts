import { isRecord } from '../records.ts';
import { parsed } from '../transports/transport.ts';

/** What is known of both sides before anything is sent. */
export interface Sides {
  /** The name that recorded signatures are bound to; null when the recording does not say. */
  readonly recordedName: string | null;
  /** The name that the target goes by; null when it does not say. */
  readonly targetName: string | null;
}

/**
 * Why a target refuses what the recorded deployment accepted, for causes that make most other requests differ too.
 *
 * @returns null for a difference that stands for itself
 */
export function explain(recorded: string | null, replayed: string | null, sides: Sides): string | null {
  if (errorOf(recorded) !== null) return null;
  const error = errorOf(replayed);
  if (!error) return null;
  const { code, message } = error;
  if (code === 'UNAUTHORIZED' && /nonce|already used/.test(message)) {
    return `nonces are used up: the target has seen these requests before ("${message}"). Start it afresh, or give --reset-target`;
  }
  if (code === 'UNAUTHORIZED' && /expired|too old|future/.test(message)) {
    return `deadlines and login times are bound to the recorded exchange time ("${message}"). Start the target at the recorded start time`;
  }
  if (code === 'UNAUTHORIZED') return `${boundTo(sides)} The target refuses a signature with "${message}"`;
  if (/INSUFFICIENT/.test(code)) {
    return `the wallets of the target hold other funds than those of the recording: ${code} "${message}"`;
  }
  if (/^RATE_LIMIT/.test(code)) return `the target has other rate limits than the recorded deployment: "${message}"`;
  return null;
}

function boundTo({ recordedName, targetName }: Sides): string {
  if (recordedName === null || recordedName === targetName) {
    return 'signatures are bound to the service name, the chain and the wallets of the recorded deployment.';
  }
  const other = targetName === null ? 'the target has another one.' : `the target is "${targetName}".`;
  return `signatures are bound to service name "${recordedName}"; ${other}`;
}

/** The error of a response or of a reply over a stream; null for one that serves its request. */
function errorOf(text: string | null): { readonly code: string; readonly message: string } | null {
  const body = text === null ? undefined : parsed(text);
  if (!isRecord(body) || !isRecord(body.error)) return null;
  const { code, message } = body.error;
  return { code: String(code), message: String(message) };
}
