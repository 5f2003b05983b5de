import { escapeHtml } from '../shared/escape.ts';
import { counted, gain, grouped, percent, rounded } from '../../../kernel/words.ts';
import type { AccountResult, Statistics } from '../../../scenarios/run-result.ts';
import { pnlExtent, type PnlStep, pnlSteps, type Source, SOURCES } from './view/pnl-steps.ts';

/** PnL by source and statistics of every account. Both can be read without scripts. */
export function accountSection(accounts: readonly AccountResult[]): string {
  const heading = '<h2 id="accounts-heading">Accounts</h2>';
  if (accounts.length === 0) return `${heading}<p class="calm">The scenario has no accounts.</p>`;
  return `${heading}<h3>PnL by source</h3>${pnlTable(accounts)}<h3>Statistics</h3>${tiles(accounts)}`;
}

const SOURCE_LABEL: Readonly<Record<Source, string>> = {
  price: 'Price',
  fees: 'Fees',
  funding: 'Funding',
  liquidation: 'Liquidation',
};

/** Exact figures, so that the sources of a row add up to its total. */
function pnlTable(accounts: readonly AccountResult[]): string {
  const extent = pnlExtent(accounts.map(({ pnl }) => pnl));
  const rows = accounts.map((account) => {
    const figures = SOURCES.map((source) => amountCell(account.pnl[source], SOURCE_LABEL[source], 'source'));
    return `<tr><th scope="row">${nameOf(account)}</th><td class="wide">${waterfall(pnlSteps(account.pnl), extent)}</td>${figures.join('')}${amountCell(account.pnl.total, 'total', 'total')}</tr>`;
  });
  const heads = SOURCES.map(
    (source) =>
      `<th scope="col" class="number"><span class="swatch ${source}" aria-hidden="true"></span>${SOURCE_LABEL[source]}</th>`,
  );
  return `<table class="pnl cards"><caption class="unseen">PnL by source. The sources of an account add up to its total.</caption><thead><tr><th scope="col">Account</th><td class="wide"></td>${heads.join('')}<th scope="col" class="number">= Total</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const signOf = (text: string): string => (text.startsWith('-') ? 'loss' : /[1-9]/.test(text) ? 'gain' : 'none');

const amountCell = (text: string, label: string, kind: string): string =>
  `<td class="number ${kind} ${signOf(text)}" data-label="${label.toLowerCase()}">${signOf(text) === 'gain' ? '+' : ''}${grouped(text)}</td>`;

const nameOf = ({ name, isStrategy }: AccountResult): string =>
  `${escapeHtml(name)}${isStrategy ? ' <span class="badge">strategy</span>' : ''}`;

const WIDTH = 1_000;
const HEIGHT = 22;
/** The least width of a bar that is not zero. */
const LEAST = 4;

/** Bars that begin where the one before ends, and a line at zero. The figures are beside it. */
function waterfall(steps: readonly PnlStep[], [low, high]: readonly [number, number]): string {
  const xOf = (value: number): number => Math.round(((value - low) / (high - low || 1)) * WIDTH);
  const bars = steps.map(({ source, from, to }, place) => {
    const x = Math.min(xOf(from), xOf(to));
    const width = from === to ? 0 : Math.max(LEAST, Math.abs(xOf(to) - xOf(from)));
    return `<rect class="${source}" x="${Math.min(x, WIDTH - width)}" y="${place * 4 + 1}" width="${width}" height="4"><title>${SOURCE_LABEL[source]} ${gain(to - from)}</title></rect>`;
  });
  const total = xOf(steps.at(-1)?.to ?? 0);
  const zero = xOf(0);
  return `<svg class="waterfall" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${bars.join('')}<rect class="sum" x="${Math.min(zero, total)}" y="18" width="${Math.max(LEAST, Math.abs(total - zero))}" height="3"/><line x1="${zero}" x2="${zero}" y1="0" y2="${HEIGHT}"/></svg>`;
}

/** A group of tiles for each account; the script shows one at a time. */
const tiles = (accounts: readonly AccountResult[]): string =>
  accounts
    .map(
      (account) =>
        `<div class="tiles-of" data-account="${escapeHtml(account.name)}"><h4>${nameOf(account)} <span class="where">subaccount ${escapeHtml(account.subAccountId)}</span></h4><dl class="tiles">${tilesOf(account).map(tile).join('')}</dl></div>`,
    )
    .join('');

interface Tile {
  readonly label: string;
  readonly value: string;
  readonly about?: string;
  readonly look?: string;
}

const tile = ({ label, value, about = '', look = '' }: Tile): string =>
  `<div class="tile"><dt>${label}</dt><dd class="${look}">${value}${about === '' ? '' : `<small>${about}</small>`}</dd></div>`;

/** A figure that has no meaning in a run, such as a ratio without fills. */
const NONE = '–';
const known = (value: number | null, shown: (value: number) => string): string =>
  value === null ? NONE : shown(value);

function tilesOf({ statistics, liquidations }: AccountResult): Tile[] {
  const pnl = Number(statistics.pnl);
  return [
    { label: 'PnL', value: gain(pnl), look: signOf(statistics.pnl) },
    {
      label: 'Drawdown',
      value: rounded(Number(statistics.drawdown)),
      about: `${percent(statistics.drawdownShare, 2)} of the peak`,
    },
    { label: 'Sharpe', value: known(statistics.sharpe, rounded), about: 'annualized' },
    { label: 'Sortino', value: known(statistics.sortino, rounded), about: 'annualized' },
    {
      label: 'Turnover',
      value: `${rounded(statistics.turnover)} ×`,
      about: `${rounded(Number(statistics.notional), 0)} traded`,
    },
    { label: 'Fills', value: counted(statistics.fills), about: `${counted(statistics.orders)} orders` },
    { label: 'Fill ratio', value: known(statistics.fillRatio, percent), about: 'of placed quantity' },
    { label: 'Maker share', value: known(statistics.makerShare, percent) },
    { label: 'Queue position', value: known(statistics.queuePosition, percent), about: 'of the level stood before' },
    adverse(statistics),
    { label: 'Liquidations', value: counted(liquidations), look: liquidations > 0 ? 'loss' : '' },
  ];
}

const adverse = ({ adverseSelection: { after1s, after10s, after60s } }: Statistics): Tile => ({
  label: 'Adverse selection',
  value: known(after10s, (value) => `${gain(value)} bp`),
  about: `after 10 s; ${known(after1s, gain)} after 1 s, ${known(after60s, gain)} after 60 s`,
});
