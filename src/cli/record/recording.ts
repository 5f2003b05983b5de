import type { RecordedStart } from '../../contract/recording/format.ts';
import { Recorder } from '../../contract/recording/recorder.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { loadWorld } from '../../exchange/world/world-file.ts';
import { RecordedRequests } from '../../exchange/rest/recorded-requests.ts';
import { RecordedStreams } from '../../exchange/ws/recorded-streams.ts';
import type { CliLog } from '../serve/log.ts';
import type { ServeOptions } from '../options.ts';
import { RecordingFile, wallTime } from './recording-file.ts';

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

/** A live clock has moved since the start, so the time comes from the configuration, in the first line of the journal. */
function startTimeOf(exchange: Exchange): number {
  const [header = ''] = exchange.control.journal();
  return (JSON.parse(header) as { readonly config: { readonly startTime: number } }).config.startTime;
}
