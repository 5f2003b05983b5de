import './card.css';
import { useSignal } from '@preact/signals';
import { readBars } from '../data/candles.ts';
import { readControl, readJournal } from '../data/control.ts';
import type { Identity } from '../data/exchange.ts';
import { Fault } from '../design/panel.tsx';
import type { CardWords, Origin } from './card-data.ts';
import { type Card, CARD_SIZE, cardSvg } from './card-svg.ts';

/** What a card shows but for the path of the price, and whose price that is. */
export interface Drawn {
  readonly market: string | undefined;
  readonly at: number;
  readonly make: (origin: Origin) => CardWords;
}

interface CardParts {
  readonly drawn: Drawn;
  /** Of the files, without what says their kind. */
  readonly file: string;
}

/** Draws a moment as a picture, to be saved as SVG or PNG, with the journal from which its command works out the same. */
export function CardMaker({ drawn, file }: CardParts) {
  const svg = useSignal<string | null>(null);
  const fault = useSignal<string | null>(null);
  const draw = async (): Promise<void> => {
    try {
      svg.value = cardSvg(await cardFrom(drawn));
      fault.value = null;
    } catch (error) {
      fault.value = error instanceof Error ? error.message : String(error);
    }
  };
  if (fault.value !== null) return <Fault>The card cannot be drawn: {fault.value}</Fault>;
  if (svg.value === null) {
    return (
      <button type="button" class="button" onClick={() => void draw()}>
        Make a card of it
      </button>
    );
  }
  const picture = svg.value;
  return (
    <figure class="card">
      <img src={urlOf(picture)} alt={/<title>(.*)<\/title>/.exec(picture)?.[1] ?? ''} {...CARD_SIZE} />
      <figcaption class="row">
        <button
          type="button"
          class="button"
          onClick={() => save(new Blob([picture], { type: 'image/svg+xml' }), `${file}.svg`)}
        >
          Save as SVG
        </button>
        <button
          type="button"
          class="button"
          onClick={() =>
            void pngOf(picture).then(
              (png) => save(png, `${file}.png`),
              (error: unknown) => {
                fault.value = String(error);
              },
            )
          }
        >
          Save as PNG
        </button>
        <button
          type="button"
          class="button"
          onClick={() =>
            void readJournal().then((read) => {
              if ('value' in read) save(read.value, `${file}.jsonl`);
              else fault.value = read.error.message;
            })
          }
        >
          Save the journal
        </button>
      </figcaption>
      <p class="note">
        The command of the card works out the same from its journal, on any machine and without this server: save the
        journal beside the picture.
      </p>
    </figure>
  );
}

/** Minutes of the price before the moment. */
const SHOWN = 120;
const MINUTE_MS = 60_000;

async function cardFrom({ market, at, make }: Drawn): Promise<Card> {
  const state = await readControl<Identity>('/state');
  if ('error' in state) throw new Error(state.error.message);
  const bars = market === undefined ? [] : await readBars(market, '1m', at);
  const path = bars
    .filter(({ time }) => time * 1_000 >= at - SHOWN * MINUTE_MS && time * 1_000 <= at)
    .map(({ time, close }) => [time * 1_000, close] as const);
  const { seed, world } = state.value;
  return { ...make({ seed, world }), path };
}

const urlOf = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = urlOf(svg);
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), CARD_SIZE);
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('the browser makes no PNG'))), 'image/png');
  });
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS);
}
