import type { Channel } from '../../contract/channel.ts';
import type { TimeMs } from '../../kernel/units.ts';

/** A push under both generations of names (wire 4.5). It never carries a request id. */
export function pushFrame(
  channel: Pick<Channel, 'push'>,
  timestamp: TimeMs,
  data: object,
  envelope: object = {},
): string {
  const { method, channel: name } = channel.push;
  return JSON.stringify({ method, channel: name, timestamp, ...envelope, data });
}

/** What a push says of itself, in one generation of names. */
export type PushNames = Pick<Channel['push'], 'method' | 'channel'>;

/** The same without an envelope of its own, around data that is JSON already. */
export function pushText({ method, channel }: PushNames, timestamp: TimeMs, data: string): string {
  const envelope = JSON.stringify({ method, channel, timestamp });
  return `${envelope.slice(0, -1)},"data":${data}}`;
}

/** What pushes say of where in the engine they came about; nothing where provenance is switched off. */
export class Provenance {
  /** Takes effect with the next push. */
  sent: boolean;

  constructor(sent = true) {
    this.sent = sent;
  }

  /** Fields of an event of the engine; its time is microseconds as text. */
  of(seq: number, at: TimeMs): { readonly meseq?: number; readonly met?: string } {
    return this.sent ? { meseq: seq, met: String(at * 1_000) } : {};
  }

  /** Fields of an event that no event of the engine stands behind. */
  missing(): { readonly provenanceMissing?: true } {
    return this.sent ? { provenanceMissing: true } : {};
  }
}

/** Whether a frame of the server is a push: it begins with its method, and no reply does. */
export const isPushFrame = (frame: string): boolean => frame.startsWith('{"method":');
