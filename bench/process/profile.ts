import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Names the file that a measuring process writes its CPU profile to. */
export const PROFILE_VARIABLE = 'PERPSIM_BENCH_PROFILE';

const wanted: string[] = [];
let isOn = false;

/** From now on each child writes a profile of what it measures; a later child of the same script and words replaces it. */
export const wantProfiles = (): void => {
  isOn = true;
};

/** The file for a child's profile; null when no profile is wanted. */
export function profileFor(script: string, args: readonly string[]): string | null {
  if (!isOn) return null;
  const words = args.filter((word) => /^[\w-]+$/.test(word));
  const file = `reports/bench.${[basename(script, '.ts'), ...words].join('.')}.cpuprofile`;
  if (!wanted.includes(file)) wanted.push(file);
  return file;
}

/** The profiles that were written since the last call. */
export const writtenProfiles = (): string[] => wanted.splice(0).filter((file) => existsSync(file));

/** The fields of a `.cpuprofile` that are read here. */
export interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
      readonly columnNumber: number;
    };
  }[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

/** A function and the milliseconds that it ran itself, without what it called. */
export interface SelfTime {
  readonly name: string;
  readonly ms: number;
}

type Frame = Profile['nodes'][number]['callFrame'];

/** Functions by self time, the most expensive first. `placeOf` names the source of a frame. */
export function selfTimes(profile: Profile, placeOf: (frame: Frame) => string): SelfTime[] {
  const names = new Map(profile.nodes.map(({ id, callFrame }) => [id, nameOf(callFrame, placeOf)]));
  const totals = new Map<string, number>();
  (profile.samples ?? []).forEach((node, index) => {
    const name = names.get(node) ?? '(unknown)';
    totals.set(name, (totals.get(name) ?? 0) + (profile.timeDeltas?.[index] ?? 0) / 1_000);
  });
  return [...totals].map(([name, ms]) => ({ name, ms })).sort((a, b) => b.ms - a.ms);
}

const nameOf = (frame: Frame, placeOf: (frame: Frame) => string): string =>
  `${frame.functionName || '(anonymous)'} ${placeOf(frame)}`.trimEnd();

/** Looks frames of bundles up in their source maps. */
export function sourcePlaces(): (frame: Frame) => string {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (url: string): SourceMap | null => {
    const known = maps.get(url);
    if (known !== undefined) return known;
    const file = url.startsWith('file:') ? `${fileURLToPath(url)}.map` : '';
    const map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload) : null;
    maps.set(url, map);
    return map;
  };
  return ({ url, lineNumber, columnNumber }) => {
    if (url === '') return '';
    const entry = mapOf(url)?.findEntry(lineNumber, columnNumber);
    if (!entry || !('originalSource' in entry)) return `${basename(url)}:${lineNumber + 1}`;
    return `${entry.originalSource.replace(/^(\.\.\/)+/, '')}:${entry.originalLine + 1}`;
  };
}

/** The `count` most expensive functions of a profile as lines of text. */
export function topFunctions(file: string, count: number): string {
  const times = selfTimes(JSON.parse(readFileSync(file, 'utf8')) as Profile, sourcePlaces());
  const total = times.reduce((sum, { ms }) => sum + ms, 0);
  const lines = times.slice(0, count).map(({ name, ms }) => {
    const share = `${(Math.round((ms / total) * 1_000) / 10).toFixed(1)} %`;
    return `${share.padStart(7)} ${`${Math.round(ms)} ms`.padStart(9)}  ${name}`;
  });
  return [`${file}: ${Math.round(total)} ms`, ...lines].join('\n');
}
