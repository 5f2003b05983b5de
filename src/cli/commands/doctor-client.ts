import type { RecordedFact } from '../../contract/recording/format.ts';
import { readRecording, RecordingError } from '../../contract/recording/reader.ts';
import { Recorder } from '../../contract/recording/recorder.ts';
import { packageVersion } from '../../exchange/package-root.ts';
import { type ClientFinding, type ClientReport, ClientWatch } from '../../inspect/dialect/client-watch.ts';
import { RecordingProxy } from '../../inspect/recording/proxy.ts';
import { printableLines } from '../../kernel/printable.ts';
import { fileBytes, linesOf } from '../journal-source.ts';
import { print, say } from '../output.ts';
import { RecordingFile, wallTime } from '../recording.ts';
import { untilStopped } from '../stop-signal.ts';
import { UsageError } from '../usage-error.ts';
import { deploymentOf, listen, portOf } from './record.ts';

/** Flags of `perpsim doctor --client`. */
export interface ClientDoctorFlags {
  /** A recording; true without one. */
  readonly client?: string | true;
  readonly target?: string;
  readonly listen?: string;
  readonly out?: string;
  readonly seconds?: string;
  readonly json?: boolean;
}

/** 0 nothing was found, 1 the client has faults, 3 no client was seen or no exchange reached. */
export type ClientDoctorExit = 0 | 1 | 3;

const HOST = '127.0.0.1';

/**
 * Judges a client: what it sends that the contract does not know, what it closes on, and what stays silent.
 *
 * @throws UsageError for flags that cannot be met, and for a file that is no recording
 */
export async function doctorClient(flags: ClientDoctorFlags): Promise<ClientDoctorExit> {
  const report = typeof flags.client === 'string' ? await judgeFile(flags.client, flags) : await watchProxy(flags);
  await print(flags.json === true ? `${JSON.stringify(report)}\n` : printableLines(reportText(report)));
  const isFault = ({ kind }: ClientFinding): boolean => kind !== 'note';
  if (report.findings.some(isFault)) return 1;
  const isServed = report.served > 0 || report.frames.exchange > 0;
  return isServed ? 0 : 3;
}

async function judgeFile(
  file: string,
  { target, listen: port, out, seconds }: ClientDoctorFlags,
): Promise<ClientReport> {
  const [given] = Object.entries({ target, listen: port, out, seconds }).find(([, value]) => value !== undefined) ?? [];
  if (given !== undefined)
    throw new UsageError(`--${given} belongs to a client that is watched, not to a recording: leave it out`);
  const watch = new ClientWatch();
  try {
    for await (const line of readRecording(linesOf(fileBytes(file)))) {
      if (line.kind === 'fact') watch.receive(line.fact);
    }
  } catch (error) {
    if (error instanceof RecordingError) throw new UsageError(`${file} ${error.message}`);
    throw error;
  }
  return watch.report();
}

async function watchProxy(flags: ClientDoctorFlags): Promise<ClientReport> {
  const target = deploymentOf(flags.target ?? 'http://127.0.0.1:8700');
  const port = portOf(flags.listen ?? '0');
  const seconds = secondsOf(flags.seconds);
  const watch = new ClientWatch();
  const file = flags.out === undefined ? null : new RecordingFile(flags.out, (failure) => say(failure.message));
  let isFirst = true;
  const write = (line: string): void => {
    file?.write(line);
    // The first line is the header.
    if (!isFirst) watch.receive(JSON.parse(line) as RecordedFact);
    isFirst = false;
  };
  const about = { package: packageVersion(), by: 'proxy', target: target.origin, exchange: null } as const;
  const recorder = new Recorder({ write, now: wallTime }, about);
  const proxy = new RecordingProxy(target, recorder, { onExcess: say });
  const report = await untilStopped(async (stopped) => {
    const bound = await listen(proxy, HOST, port);
    const end = seconds === null ? 'until Ctrl-C' : `for ${seconds} s`;
    say(
      `point the client at http://${HOST}:${bound} (streams: ws://${HOST}:${bound}); watching ${target.origin} ${end}`,
    );
    const ends = [stopped];
    let timer: NodeJS.Timeout | undefined;
    if (seconds !== null) ends.push(new Promise((resolve) => (timer = setTimeout(resolve, seconds * 1_000))));
    await Promise.race(ends);
    clearTimeout(timer);
    // Closing the proxy ends every connection, which is no act of the client.
    return watch.report(wallTime());
  });
  await proxy.close();
  recorder.ended();
  file?.close();
  if (file?.failure) throw file.failure;
  return report;
}

function secondsOf(given: string | undefined): number | null {
  if (given === undefined) return null;
  const seconds = /^\d{1,6}(?:\.\d{1,3})?$/.test(given) ? Number(given) : 0;
  if (seconds > 0) return seconds;
  throw new UsageError(`--seconds must be a number above 0 (got "${given}")`);
}

const WORDS: Readonly<Record<ClientFinding['kind'], string>> = {
  unknown: 'not known',
  refused: 'refused',
  closed: 'closed',
  silent: 'silent',
  note: 'note',
};
const WIDTH = 10;

function reportText({ connections, requests, frames, findings }: ClientReport): string {
  const seen = `${requests} requests, ${frames.client} frames of the client and ${frames.exchange} of the exchange over ${connections} connections`;
  const lines = findings.flatMap(({ kind, about, field, says, fix, count }) => [
    `${WORDS[kind].padEnd(WIDTH)}  ${about}${field === null ? '' : `: ${field}`}${count > 1 ? ` (${count} times)` : ''}`,
    `${' '.repeat(WIDTH)}  ${says}`,
    `${' '.repeat(WIDTH)}  ${fix}`,
    '',
  ]);
  const faults = findings.filter(({ kind }) => kind !== 'note').length;
  const isSeen = requests + frames.client > 0;
  const end = !isSeen
    ? 'No client was seen: point it at the address of the proxy.'
    : faults === 0
      ? 'The client sends nothing that the contract does not know.'
      : `${faults} ${faults === 1 ? 'fault' : 'faults'}.`;
  return `${seen}\n\n${lines.join('\n')}${lines.length > 0 ? '\n' : ''}${end}\n`;
}
