import type { Explanation } from '../../../exchange/why/explanation.ts';
import { dayAndTime, grouped, money, signedMoney } from '../design/format.ts';
import type { Card } from './card-svg.ts';

/** Where a card comes from. */
export interface Origin {
  readonly seed: string;
  readonly world: string;
}

/** A card but for the path of the price. */
export type CardWords = Omit<Card, 'path'>;

/** The market that a card is about; undefined where it is about none. */
export function marketOf({ subject, inputs, steps }: Explanation): string | undefined {
  const named = [...steps, ...inputs].flatMap(({ name }) => /\[(?:\d+ )?([A-Z0-9]+-[A-Z0-9]+)\]/.exec(name)?.[1] ?? []);
  return subject['symbol'] ?? named[0];
}

/**
 * Returns the name, without what says their kind, of the files of a card, which its command names too; undefined for what is in no journal: a request that was
 * refused before it came to the engine.
 */
export function fileOf({ kind, subject }: Explanation): string | undefined {
  if (kind === 'liquidation') return `liquidation-${subject['liquidation'] ?? ''}`;
  const { input, place } = subject;
  return input === undefined ? undefined : `refusal-${input}${place === undefined ? '' : `-${place}`}`;
}

/** The command that works out the same from the saved journal alone. */
function commandOf(explanation: Explanation): string {
  const { kind, subject } = explanation;
  const { liquidation = '', input = '', place } = subject;
  const what = kind === 'liquidation' ? liquidation : `${input}${place === undefined ? '' : ` --item ${place}`}`;
  return `perpsim why ${kind} ${what} --journal ${fileOf(explanation) ?? ''}.jsonl`;
}

/** The card of a liquidation or of a refusal, from its explanation; what it lacks is the path of the price. */
export function cardOf(explanation: Explanation, name: string, origin: Origin): CardWords {
  const { kind, subject, verdict, said, at, steps } = explanation;
  const market = marketOf(explanation);
  const isLiquidation = kind === 'liquidation';
  return {
    title: isLiquidation ? 'Liquidated' : 'Refused',
    subtitle: [name, market].filter((part) => part !== undefined && part !== '').join(' · '),
    said: isLiquidation
      ? `Equity ${money(verdict['equity'] ?? '')} < maintenance ${money(verdict['maintenance'] ?? '')}: ${verdict['outcome'] ?? ''}`
      : said || `${verdict['code'] ?? ''}: ${verdict['message'] ?? ''}`,
    lines: isLiquidation ? marginLine(explanation, market) : priceLine(explanation),
    sums: steps.map(({ name: step, with: filled, result }) =>
      filled === result ? `${step} = ${result}` : `${step} = ${filled} = ${result}`,
    ),
    origin: originLine(at, origin, isLiquidation ? `liquidation ${subject['liquidation'] ?? ''}` : verdict['code']),
    command: commandOf(explanation),
    tone: 'bad',
  };
}

/** The mark at which the margin was no longer enough. */
function marginLine({ inputs }: Explanation, market: string | undefined): Card['lines'] {
  const mark = inputs.find(({ from }) => from.startsWith(`mark price of ${market ?? ''}`));
  return mark ? [{ price: Number(mark.value), name: `margin is used up at the mark ${grouped(mark.value)}` }] : [];
}

/** The price that was asked for. */
function priceLine({ inputs }: Explanation): Card['lines'] {
  const price = inputs.find(({ name, value }) => /^(trigger)?price$/i.test(name) && Number(value) > 0);
  return price ? [{ price: Number(price.value), name: `asked for ${grouped(price.value)}` }] : [];
}

/** A fill, as the account lists it. */
export interface Gained {
  readonly tradeId: string;
  readonly symbol: string;
  readonly side: string;
  readonly price: string;
  readonly quantity: string;
  readonly realizedPnl: string;
  readonly fee: string;
  readonly timestamp: number;
}

/** The fill with the largest gain; undefined where none has gained. */
export const largestGain = <T extends Pick<Gained, 'realizedPnl'>>(trades: readonly T[]): T | undefined =>
  trades
    .filter(({ realizedPnl }) => Number(realizedPnl) > 0)
    .toSorted((one, other) => Number(other.realizedPnl) - Number(one.realizedPnl))[0];

/** The name of the files of its card. */
export const gainFile = ({ tradeId }: Pick<Gained, 'tradeId'>): string => `gain-${tradeId}`;

/** The card of a fill that has gained, but for the path of the price. */
export function gainCard(trade: Gained, name: string, origin: Origin): CardWords {
  const { symbol, side, price, quantity, realizedPnl, fee, timestamp } = trade;
  const [base = '', quote = ''] = symbol.split('-');
  const perUnit = Number(realizedPnl) / Number(quantity);
  // A long is closed by selling, at more than it was entered for.
  const entry = side === 'sell' ? Number(price) - perUnit : Number(price) + perUnit;
  const entryText = String(Number(entry.toFixed(8)));
  const difference = side === 'sell' ? `${price} - ${entryText}` : `${entryText} - ${price}`;
  return {
    title: `${signedMoney(realizedPnl)} ${quote}`,
    subtitle: `${name} · ${symbol}`,
    said: `${grouped(quantity)} ${base} ${side === 'sell' ? 'sold' : 'bought back'} at ${grouped(price)}, entered at ${grouped(entryText)}`,
    lines: [{ price: entry, name: `entered at ${grouped(entryText)}` }],
    sums: [
      `gain = (${difference}) * ${quantity} = ${realizedPnl}`,
      `fee = ${fee}`,
      `after the fee = ${String(Number((Number(realizedPnl) - Number(fee)).toFixed(8)))}`,
    ],
    origin: originLine(timestamp, origin, `trade ${trade.tradeId}`),
    command: `perpsim query ${gainFile(trade)}.jsonl "select ${GAIN_COLUMNS} from fills where trade_id='${trade.tradeId}'"`,
    tone: 'good',
  };
}

const GAIN_COLUMNS = 'entry_price, price, quantity, realized_pnl, fee';

const originLine = (at: number, { seed, world }: Origin, what: string | undefined): string =>
  [`seed ${seed}`, `world ${world}`, `${dayAndTime(at)} UTC`, ...(what === undefined ? [] : [what])].join(' · ');
