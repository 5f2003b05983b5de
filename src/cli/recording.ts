import { closeSync, openSync, statSync } from 'node:fs';
import type { RecordedStart } from '../contract/recording/format.ts';
import { Recorder } from '../contract/recording/recorder.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { onDisk } from '../exchange/host.ts';
import { RecordedRequests } from '../exchange/rest/recorded-requests.ts';
import { loadWorld } from '../exchange/world/world-file.ts';
import { RecordedStreams } from '../exchange/ws/recorded-streams.ts';
import type { ServeOptions } from './options.ts';
import { cannotWrite, type OutputError, writeFully } from './output.ts';
import type { CliLog } from './serve/log.ts';
import { UsageError } from './usage-error.ts';
import { isNumber, isShape } from '../kernel/guards.ts';
import { invariant } from '../kernel/errors.ts';

/** The recording of a server: what its HTTP and WebSocket transports take as options. */
export interface ServerRecording {
  readonly requests: { readonly recorded: RecordedRequests };
  readonly streams: { readonly recorded: RecordedStreams };
  /** Ends it in order. Throws OutputError when it could not be written in full. */
  close(): void;
}

/**
 * Begins a recording beside a server that is about to listen.
 *
 * @throws UsageError for a file that exists, OutputError for one that cannot be written
 */
export function startRecording(name: string, exchange: Exchange, options: ServeOptions, log: CliLog): ServerRecording {
  const file = new RecordingFile(name, (failure) => log.error({ err: failure }, 'the recording ends here'));
  const about = { package: exchange.version, by: 'serve', target: null, exchange: startOf(exchange, options) } as const;
  const recorder = new Recorder({ write: file.write, now: wallTime }, about);
  const recorded = new RecordedRequests(recorder);
  return {
    requests: { recorded },
    streams: { recorded: new RecordedStreams(recorder, recorded) },
    close: () => {
      recorder.ended();
      file.close();
      if (file.failure) throw file.failure;
    },
  };
}

/** Null for an exchange that goes on from an earlier run: nothing but its own files can start it again. */
function startOf(exchange: Exchange, options: ServeOptions): RecordedStart | null {
  const { speed, world = exchange.world, nonceRule, rateLimits, limits } = options;
  if (exchange.control.state().inputs > 0) return null;
  return {
    seed: exchange.seed,
    clock: exchange.clock.mode(),
    speed,
    startTime: startTimeOf(exchange),
    // A file may be another one by the time it is needed again; a world of the package is known by its name.
    world: isPackagedWorld(world) ? world : loadWorld(world).file,
    serviceName: exchange.serviceName,
    ...(nonceRule !== undefined && { nonceRule }),
    limits: { ...limits, ...(!rateLimits && { enabled: false }) },
  };
}

/** True for the name of a world of the package; false for a file. */
export const isPackagedWorld = (world: string): boolean => /^[a-z0-9-]+$/.test(world);

const isHeader = isShape({ config: isShape({ startTime: isNumber }) });

/** A live clock has moved since the start, so the time comes from the configuration, in the first line of the journal. */
function startTimeOf(exchange: Exchange): number {
  const [header = ''] = exchange.control.journal();
  const written: unknown = JSON.parse(header);
  invariant(isHeader(written), 'a journal begins with the configuration of its exchange');
  return written.config.startTime;
}

/**
 * The file that a recording goes to. Lines are written once a turn of the event loop, so a crash loses no more than one turn.
 * After a write that failed nothing more is written: `failure` says why.
 */
export class RecordingFile {
  readonly #file: string;
  readonly #descriptor: number;
  readonly #onFailure: (failure: OutputError) => void;
  #gathered: string[] = [];
  #scheduled = false;
  #failure: OutputError | null = null;
  #bytes = 0;

  /**
   * @param onFailure is called once, when a write fails
   * @throws UsageError for a file that exists, OutputError for one that cannot be opened
   */
  constructor(file: string, onFailure: (failure: OutputError) => void) {
    this.#file = file;
    this.#onFailure = onFailure;
    const there = statSync(onDisk(file), { throwIfNoEntry: false });
    if (there?.isFile() === true && there.size > 0) {
      throw new UsageError(`${file} exists already: name another file for the recording, or remove it`);
    }
    try {
      this.#descriptor = openSync(onDisk(file), 'a');
    } catch (error) {
      throw cannotWrite(file, error);
    }
  }

  /** Why the recording ended early; null while it is whole. */
  get failure(): OutputError | null {
    return this.#failure;
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes a line with its end. */
  readonly write = (line: string): void => {
    if (this.#failure) return;
    this.#gathered.push(line);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#flush());
  };

  /** Writes what is left and closes the file. */
  close(): void {
    this.#flush();
    closeSync(this.#descriptor);
  }

  #flush(): void {
    this.#scheduled = false;
    const text = this.#gathered.join('');
    this.#gathered = [];
    if (text === '' || this.#failure) return;
    try {
      writeFully(this.#descriptor, text);
      this.#bytes += Buffer.byteLength(text);
    } catch (error) {
      this.#failure = cannotWrite(this.#file, error);
      this.#onFailure(this.#failure);
    }
  }
}

/** Wall time in Unix ms that never goes back. */
export const wallTime = (): number => performance.timeOrigin + performance.now();
