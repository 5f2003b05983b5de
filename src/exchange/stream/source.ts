import type { Refusal } from '../../kernel/errors.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { Channel } from '../../contract/channel.ts';
import type { Views } from '../../contract/views.ts';
import type { Command } from '../../engine/command.ts';
import type { EngineEvent } from '../../engine/event.ts';
import type { State } from '../../engine/state.ts';
import type { History } from '../history/history.ts';

/** What a stream is made from: all it may look at. */
export interface SourceContext {
  readonly state: Readonly<State>;
  readonly views: Views;
  /** Figures of the day of a market that the source keeps up by itself: history learns of an input only once it is over. */
  readonly dayOf: History['dayOf'];
  /** Exchange time. On a live clock it may be later than the last input. */
  readonly now: () => TimeMs;
  readonly provenance: Provenance;
  /** Gives one frame, already text, to every subscriber. */
  readonly push: (frame: string) => void;
}

/** The making of one stream's frames, shared by all its subscribers. A source reads and never writes. */
export interface StreamSource {
  /** Events that `emitted` wants to see; left out: all. */
  readonly receives?: ReadonlySet<EngineEvent['type']>;
  /** Frames owed to one who subscribes now, before all others. */
  first(): readonly string[];
  /** One event, in the state right after it; `seq` is its engine sequence. */
  emitted?(event: EngineEvent, seq: number): void;
  /** A command was refused; the state is the one that refused it. */
  refused?(command: Command, refusal: Refusal): void;
  /** A command or a timer has been applied, and nothing is due. */
  quiescent?(): void;
  /** An input is done: its commands, and all that fell due before them. */
  applied?(): void;
  /** Exchange time moves on to `to`; see `EngineObserver.passing`. */
  passing?(to: TimeMs): void;
  /** The next exchange time at which a frame may be owed even if nothing else happens until then; null for none. */
  dueAt?(): TimeMs | null;
  /** Exchange time has come to `dueAt()`: everything before has happened. What is due next is later. */
  fallDue?(): void;
  /** What stands in for the frames that a slow reader missed; left out where no frame is ever dropped. */
  afresh?(): readonly string[];
}

/** Makes the source of one channel from what a subscription asks for. */
export type SourceFactory<P = never> = (parsed: P, context: SourceContext) => StreamSource;

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

/** Fields of pushes that say where in the engine they came about; nothing where provenance is switched off. */
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

/** Returns whether a frame of the server is a push: it begins with its method, and no reply does. */
export const isPushFrame = (frame: string): boolean => frame.startsWith('{"method":');
