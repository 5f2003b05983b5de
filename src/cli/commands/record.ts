import { boundedFetch } from '../../suite/targets/bounded-fetch.ts';
import type { RecordedStart } from '../../contract/recording/format.ts';
import { RecordingProxy } from '../../inspect/recording/proxy.ts';
import { Recorder } from '../../contract/recording/recorder.ts';
import { packageVersion } from '../../exchange/package-root.ts';
import { isLoopbackHost, urlHostOf } from '../../exchange/http/http.ts';
import { systemCodeOf } from '../../kernel/thrown.ts';
import type { CommandBody } from '../define.ts';
import { UsageError, whyNotListening } from '../usage-error.ts';
import { print, say } from '../output.ts';
import { isPackagedWorld, RecordingFile, wallTime } from '../recording.ts';
import { responseBytesOf } from '../flag-values.ts';
import { untilStopped } from '../stop-signal.ts';
import { isNumber, isShape, isText, isWordOf } from '../../kernel/guards.ts';

/** `perpsim record`. */
export const RECORD: CommandBody = {
  flags: [
    ['--target <url>', 'the deployment, such as http://127.0.0.1:8700'],
    ['--control-token <token>', 'the token that a simulator was started with'],
    ['--listen <port>', 'port for the clients, 0 for a free one'],
    ['--host <host>', 'address to listen on (default: 127.0.0.1)'],
    ['--out <file>', 'file for the recording; it must not exist'],
    ['--response-bytes <n>', 'cut off a response with a longer body (default: 268435456)'],
    ['--json', 'print the addresses as one JSON line'],
  ],
  examples: [
    'perpsim record --target http://127.0.0.1:8700 --listen 8701 --out session.ndjson',
    'perpsim record --target http://127.0.0.1:8700 --listen 0 --out session.ndjson --json',
  ],
  exits: { 0: 'stopped by a signal', 6: 'recording not written', 130: 'stopped at once' },
  run: async (flags: RecordFlags) => record(flags),
};

/** Flags as commander collects them. */
export interface RecordFlags {
  readonly target?: string;
  readonly controlToken?: string;
  readonly listen?: string;
  readonly host?: string;
  readonly responseBytes?: string;
  readonly out?: string;
  readonly json?: boolean;
}

const LOOPBACK = '127.0.0.1';

/**
 * Records what passes between clients and a deployment until a signal ends it.
 *
 * @throws UsageError for flags that cannot be met, OutputError when the recording cannot be written
 */
export async function record(flags: RecordFlags): Promise<void> {
  const options = optionsOf(flags);
  await untilStopped((stopped) => recordUntil(stopped, options, flags));
}

async function recordUntil(
  stopped: Promise<void>,
  { target, port, host, out }: RecordOptions,
  flags: RecordFlags,
): Promise<void> {
  let failed: () => void = () => undefined;
  const failure = new Promise<void>((resolve) => (failed = resolve));
  const file = new RecordingFile(out, failed);
  const exchange = isLoopbackHost(target.hostname) ? await startOf(target, flags.controlToken) : null;
  const about = { package: packageVersion(), by: 'proxy', target: target.origin, exchange } as const;
  const recorder = new Recorder({ write: file.write, now: wallTime }, about);
  const bodyBytes = flags.responseBytes === undefined ? {} : { bodyBytes: responseBytesOf(flags.responseBytes) };
  const proxy = new RecordingProxy(target, recorder, { ...bodyBytes, onExcess: say });
  const bound = await listen(proxy, host, port);
  await announce(
    { url: `http://${urlHostOf(host)}:${bound}`, target: target.origin, file: out, pid: process.pid },
    flags,
  );
  await Promise.race([stopped, failure]);
  await proxy.close();
  recorder.ended();
  file.close();
  if (file.failure) throw file.failure;
  const { connections, requests, frames } = recorder.counts;
  say(`recorded ${requests} requests and ${frames} frames over ${connections} connections, ${file.bytes} bytes`);
}

interface RecordOptions {
  readonly target: URL;
  readonly port: number;
  readonly host: string;
  readonly out: string;
}

function optionsOf({ target, listen: port, host = LOOPBACK, out }: RecordFlags): RecordOptions {
  if (target === undefined)
    throw new UsageError('--target is missing: name the deployment, such as http://127.0.0.1:8700');
  if (out === undefined || out === '') throw new UsageError('--out is missing: name the file for the recording');
  return { target: deploymentOf(target), port: portOf(port), host, out };
}

/**
 * The deployment behind a proxy.
 *
 * @throws UsageError
 */
export function deploymentOf(target: string): URL {
  const url = URL.canParse(target) ? new URL(target) : null;
  const isOrigin =
    url !== null && url.pathname === '/' && url.search === '' && url.username === '' && url.password === '';
  if (isOrigin && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(`--target must be http(s)://host:port without a path or a password (got "${target}")`);
}

/**
 * The port of `--listen`.
 *
 * @throws UsageError
 */
export function portOf(port: string | undefined): number {
  if (port !== undefined && /^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port);
  throw new UsageError(`--listen must be a port from 0 to 65535 (got "${port ?? 'nothing'}")`);
}

/**
 * Opens the port of a proxy, and returns it.
 *
 * @throws UsageError for a port that cannot be had
 */
export async function listen(proxy: RecordingProxy, host: string, port: number): Promise<number> {
  try {
    return await proxy.listen(host, port);
  } catch (error) {
    const reason = whyNotListening(systemCodeOf(error), '--listen');
    throw new UsageError(`cannot listen on ${host} port ${port}: ${reason}`);
  }
}

interface ProxyFacts {
  readonly url: string;
  readonly target: string;
  readonly file: string;
  readonly pid: number;
}

async function announce(facts: ProxyFacts, { json = false }: RecordFlags): Promise<void> {
  if (json) return print(`${JSON.stringify(facts)}\n`);
  return print(`recording ${facts.url} -> ${facts.target} into ${facts.file}, until Ctrl-C\n`);
}

/** What a control plane says about the start of its exchange; null where none responds, or where it has been used. */
async function startOf(target: URL, token: string | undefined): Promise<RecordedStart | null> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  try {
    const ask = boundedFetch({ totalMs: STATE_MS });
    const response = await ask(`${target.origin}/sim/v1/state`, { headers });
    const state: unknown = await response.json();
    if (!isState(state) || state.inputs !== 0) return null;
    const { seed, world, serviceName, clock, now } = state;
    if (!isPackagedWorld(world)) return null;
    return { seed, clock: clock.mode, speed: clock.speed, startTime: now, world, serviceName };
  } catch {
    // A deployment without a control plane is recorded all the same, and one that is not there yet as well.
    return null;
  }
}

const STATE_MS = 2_000;

/** What `/sim/v1/state` says, as far as it is of use here. */
const isState = isShape({
  seed: isText,
  world: isText,
  serviceName: isText,
  now: isNumber,
  inputs: isNumber,
  clock: isShape({ mode: isWordOf('live', 'manual'), speed: isNumber }),
});
