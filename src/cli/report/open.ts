import { closeSync, existsSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onDisk } from '../../exchange/host.ts';
import { INCOMPLETE } from '../../console/pages/conformance/write-reports.ts';
import { instant } from '../../kernel/words.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { print } from '../output.ts';
import { reasonOf, UsageError } from '../usage-error.ts';

/** Flags as commander collects them. */
export interface OpenFlags {
  readonly reports: string;
  readonly open: boolean;
  readonly json?: boolean;
}

type Kind = 'conform' | 'run' | 'sweep';

interface FoundReport {
  readonly file: string;
  readonly kind: Kind;
  /** Unix ms. */
  readonly writtenAt: number;
}

/** The heading of each page; it stands behind the style, which is at the beginning of the file. */
const HEADINGS: readonly (readonly [heading: string, kind: Kind])[] = [
  ['<h1>Conformance report</h1>', 'conform'],
  ['<h1>Run report</h1>', 'run'],
  ['<h1>Sweep</h1>', 'sweep'],
];
const HEAD_BYTES = 65_536;
/** Folders of reports are a few folders deep, such as `reports/console/JOB/report`. */
const DEEPEST = 5;
const HOW_TO_MAKE_ONE =
  'make one with "perpsim conform", "perpsim run NAME --html reports/run.html" or "perpsim sweep NAME --seeds 1..10 --out reports/sweep"';

/**
 * Opens the report of a run in the browser, and prints its address.
 *
 * @param source a report or a folder of reports; undefined for the newest below `--reports`
 * @throws UsageError where there is none
 */
export async function open(source: string | undefined, { reports, open: isOpened, json }: OpenFlags): Promise<0> {
  const { file, kind, writtenAt } = source === undefined ? newestIn(reports) : named(source);
  const address = pathToFileURL(realpathSync(onDisk(file))).href;
  const facts = { report: file, kind, writtenAt, address };
  await print(json ? `${JSON.stringify(facts)}\n` : `report of ${kind}, written ${instant(writtenAt)}\n${address}\n`);
  if (isOpened) await openInBrowser(address);
  return 0;
}

function newestIn(folder: string): FoundReport {
  const report = existsSync(onDisk(folder)) ? newestOf(pagesBelow(folder, DEEPEST)) : undefined;
  if (report) return report;
  throw new UsageError(`no report below ${folder}: ${HOW_TO_MAKE_ONE}, or name another folder with --reports`);
}

function named(source: string): FoundReport {
  const isFolder = kindOfPath(source) === 'folder';
  if (isFolder && existsSync(onDisk(join(source, INCOMPLETE)))) {
    throw new UsageError(`the reports in ${source} are incomplete: see ${INCOMPLETE} there`);
  }
  const report = newestOf(isFolder ? pagesBelow(source, DEEPEST) : [source]);
  if (report) return report;
  const what = isFolder ? `${source} holds no report` : `${source} is no report`;
  throw new UsageError(`${what} of conform, run or sweep: ${HOW_TO_MAKE_ONE}`);
}

function kindOfPath(path: string): 'folder' | 'file' {
  try {
    return statSync(onDisk(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${reasonOf(error)}`);
  }
}

/** The pages in a folder and in those below it. A folder whose run has not ended is left out. */
function pagesBelow(folder: string, depth: number): string[] {
  const entries = readdirSync(onDisk(folder), { withFileTypes: true });
  if (entries.some(({ name }) => name === INCOMPLETE)) return [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return depth > 0 && entry.name !== 'node_modules' ? pagesBelow(path, depth - 1) : [];
    return entry.isFile() && entry.name.endsWith('.html') ? [path] : [];
  });
}

function newestOf(files: readonly string[]): FoundReport | undefined {
  const dated = files.map((file) => ({ file, writtenAt: Math.floor(statSync(onDisk(file)).mtimeMs) }));
  // Pages that were written together go by their names, so that the same one is opened each time.
  dated.sort((one, other) => other.writtenAt - one.writtenAt || (one.file < other.file ? -1 : 1));
  for (const { file, writtenAt } of dated) {
    const kind = kindOf(file);
    if (kind) return { file, kind, writtenAt };
  }
  return undefined;
}

function kindOf(file: string): Kind | undefined {
  const head = headOf(file);
  return HEADINGS.find(([heading]) => head.includes(heading))?.[1];
}

function headOf(file: string): string {
  const buffer = Buffer.alloc(HEAD_BYTES);
  const descriptor = openSync(onDisk(file), 'r');
  try {
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(descriptor);
  }
}
