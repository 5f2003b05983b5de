import { statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../exchange/data/make-folder.ts';
import { onDisk } from '../../exchange/host.ts';
import { DumpError } from '../../exchange/journal/dump.ts';
import {
  type LineFiles,
  lobsterFiles,
  type MarketTerms,
  MessageFiles,
  type MessageFormat,
  ORDER_FILES,
  priceScaleOf,
} from '../../inspect/export/message-files.ts';
import { type ExportedMessages, exportMessages } from '../../inspect/export/order-messages.ts';
import type { ExportWindow } from '../../inspect/export/tables.ts';
import { nearestAside } from '../../kernel/nearest.ts';
import { printableLines } from '../../kernel/printable.ts';
import { Unreachable } from '../control-site.ts';
import type { JournalSource } from '../journal-source.ts';
import { OutputFile } from '../output-file.ts';
import { cannotWrite, print, say } from '../output.ts';
import { Progress } from '../progress.ts';
import { UsageError } from '../usage-error.ts';
import { priceScaleFrom } from './data.ts';
import { differs } from './replay.ts';

export const MESSAGE_FORMATS = ['orders', 'lobster'] as const;
export type MessageFormatName = (typeof MESSAGE_FORMATS)[number];

export const isMessageFormat = (name: string): name is MessageFormatName => name === 'orders' || name === 'lobster';

/** Flags of an export of messages, as commander collects them. */
export interface MessageFlags {
  readonly symbol?: string;
  readonly levels?: string;
  readonly priceScale?: string;
  readonly json?: boolean;
}

interface MessageExport extends MessageFlags {
  readonly format: MessageFormatName;
  readonly place: string;
  readonly window: ExportWindow;
}

const LEVELS_MAX = 1_000;

/**
 * Refuses flags of messages beside a format of tables.
 *
 * @throws UsageError that names the flag
 */
export function refuseMessageFlags({ symbol, levels, priceScale }: MessageFlags, format: string): void {
  const given = { '--symbol': symbol, '--levels': levels, '--price-scale': priceScale };
  const [flag] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (flag === undefined) return;
  const owner = flag === '--symbol' ? '--orders or --lobster' : '--lobster';
  throw new UsageError(`${flag} goes with ${owner}; leave it out with --${format}`);
}

/**
 * Writes the messages of the books of a journal as files in a folder: 0 written, 1 the journal replays to other digests, 3 there was
 * no exchange.
 *
 * @throws UsageError for flags that cannot be met, and for what is no journal; OutputError for files that cannot be written
 */
export async function exportMessageFiles(source: JournalSource, given: MessageExport): Promise<0 | 1 | 3> {
  const { place, window, symbol } = given;
  const { format, check } = formatOf(given);
  const files = new FolderFiles(place);
  const sink = new MessageFiles({
    format,
    window,
    files,
    ...(symbol !== undefined && { symbol }),
    check: (chosen, all) => {
      if (symbol !== undefined && chosen.length === 0) {
        throw new UsageError(`--symbol ${symbol} is no market of ${source.name}${nearestAside(symbol, all)}`);
      }
      check(chosen);
    },
  });
  const progress = new Progress('exported');
  try {
    const exported = await exportMessages(source.lines, { window, sink, onInput: (inputs) => progress.at(inputs) });
    if (exported.mismatch) {
      say(differs(source.name, exported.mismatch));
      return 1;
    }
    const sizes = await files.keep();
    await print(summary(given, { source: source.name, exported, messages: sink.counts, sizes }));
    return 0;
  } catch (error) {
    if (error instanceof DumpError) throw new UsageError(`${source.name} ${error.message}`);
    if (!(error instanceof Unreachable)) throw error;
    say(error.message);
    return 3;
  } finally {
    await files.discard();
  }
}

interface ChosenFormat {
  readonly format: MessageFormat;
  readonly check: (markets: readonly MarketTerms[]) => void;
}

function formatOf(given: MessageExport): ChosenFormat {
  if (given.format === 'orders') {
    const other = (['levels', 'priceScale'] as const).find((flag) => given[flag] !== undefined);
    if (other)
      throw new UsageError(`--${other === 'levels' ? 'levels' : 'price-scale'} goes with --lobster; leave it out`);
    return { format: ORDER_FILES, check: () => undefined };
  }
  const levels = levelsFrom(given.levels);
  const priceScale = priceScaleFrom(given.priceScale);
  return {
    format: lobsterFiles({ levels, priceScale }),
    check: (markets) => {
      for (const market of markets) {
        const least = priceScaleOf(market);
        if (least <= priceScale) continue;
        throw new UsageError(
          `--price-scale ${priceScale} is too small for the prices of ${market.symbol}: take ${least}, or other markets with --symbol`,
        );
      }
    },
  };
}

function levelsFrom(given = '10'): number {
  const levels = /^[1-9][0-9]{0,3}$/.test(given) ? Number(given) : 0;
  if (levels >= 1 && levels <= LEVELS_MAX) return levels;
  throw new UsageError(`--levels must be a whole number from 1 to ${LEVELS_MAX} (got ${given})`);
}

interface Outcome {
  readonly source: string;
  readonly exported: ExportedMessages;
  readonly messages: Readonly<Record<string, number>>;
  /** Size of each file, by its name. */
  readonly sizes: Readonly<Record<string, number>>;
}

function summary({ format, place, json }: MessageExport, { source, exported, messages, sizes }: Outcome): string {
  const { header, inputs, at } = exported;
  const { world, seed } = header;
  const bytes = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  const files = Object.keys(sizes);
  if (json) {
    return `${JSON.stringify({ source, world, seed, inputs, at, format, place, messages, files, bytes })}\n`;
  }
  const width = Math.max(...Object.keys(messages).map((symbol) => symbol.length));
  return printableLines(
    [
      `exported ${source} (world ${world}, seed ${seed}, ${inputs} inputs) to ${place}, ${bytes} bytes`,
      ...Object.entries(messages).map(([symbol, count]) => `  ${symbol.padEnd(width)}  ${count} messages`),
      '',
    ].join('\n'),
  );
}

/** Text files in a folder, which get their names when all of them are whole. */
class FolderFiles implements LineFiles {
  readonly #folder: string;
  readonly #files = new Map<string, { readonly file: OutputFile; gathered: string }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(name: string, text: string): Promise<void> {
    const open = this.#files.get(name) ?? (await this.#open(name));
    open.gathered += text;
    if (open.gathered.length >= PIECE) await this.#write(open);
  }

  /** Ends them and returns the size of each. */
  async keep(): Promise<Readonly<Record<string, number>>> {
    for (const open of this.#files.values()) {
      await this.#write(open);
      await open.file.keep();
    }
    return Object.fromEntries(
      Array.from(this.#files.keys(), (name) => [name, statSync(onDisk(join(this.#folder, name))).size]),
    );
  }

  /** Leaves nothing of them, unless they were kept. */
  async discard(): Promise<void> {
    for (const { file } of this.#files.values()) await file.discard();
  }

  async #open(name: string): Promise<{ readonly file: OutputFile; gathered: string }> {
    try {
      makeFolder(this.#folder);
    } catch (error) {
      throw cannotWrite(this.#folder, error);
    }
    const open = { file: await OutputFile.open(join(this.#folder, name)), gathered: '' };
    this.#files.set(name, open);
    return open;
  }

  #write(open: { readonly file: OutputFile; gathered: string }): Promise<void> {
    const text = open.gathered;
    open.gathered = '';
    return open.file.add(text);
  }
}

/** Characters that are gathered for a file before they are written. */
const PIECE = 65_536;
