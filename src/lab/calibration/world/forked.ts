import { STANDARD_WORLD_RISK } from '../../../exchange/world/shape.ts';
import { loadWorld } from '../../../exchange/world/world-file.ts';
import { sureText } from '../estimate/figure.ts';
import type { Fork } from '../source/fork.ts';
import { accountLines, collateralLines, tierLines } from './forked-accounts.ts';
import { marketBlock } from './forked-market.ts';
import { mapLines } from './market-record.ts';
import { factorBlock } from './process-block.ts';
import { block, entry, type Line, remark, yamlText } from './yaml.ts';

const BASE = 'default';
/** As far back as candles of a minute are served by an exchange of this package. */
const HISTORY_DAYS = 30;

/** A complete world like the deployment at `url`, with comments on what it does not show. */
export function forkedWorld(fork: Fork, url: string): string {
  const { deployment, factor, isCut } = fork;
  const base = loadWorld(BASE).file;
  // Two digits, so that the factor and the shares of the markets agree as they are written.
  const scale = factor ? Number(sureText(factor.volatility, factor.volatility / 30)) : 0;
  const priced = fork.markets.filter(({ figures }) => figures.price > 0);
  const unpriced = fork.markets.filter(({ figures }) => figures.price <= 0).map(({ figures }) => figures.symbol);
  const shown = { ...deployment, markets: deployment.markets.filter(({ symbol }) => !unpriced.includes(symbol)) };
  return yamlText(
    block(
      remark(`Written by perpsim fork from ${url} at ${isoOf(deployment.time)}, over its public surface alone.`),
      remark(
        'Behind a figure stand one standard error and what it was estimated from. Fields without a comment are as the deployment says.',
      ),
      remark(
        'Not public, and therefore a default: impactNotional, openInterestCap, trading hours, risk, bucketCap, dev accounts, who trades, and how far an order moves the price.',
      ),
      remark('The past before the start follows from these processes: it is not that of the deployment.'),
      ...(isCut ? [remark('The command was interrupted: markets without figures had not been read.')] : []),
      ...(unpriced.length > 0
        ? [remark(`Left out, because the deployment shows no price of them: ${unpriced.join(', ')}.`)]
        : []),
      entry('name', `fork-of-${hostOf(url)}`),
      entry('description', `The markets of ${url} at ${isoOf(deployment.time)}.`),
      entry('startTime', isoOf(deployment.time)),
      entry('history', block(entry('days', HISTORY_DAYS))),
      ...factorLines(fork, scale),
      entry('collateralPriceMaxAgeMs', base.collateralPriceMaxAgeMs, 'not public, the default'),
      entry('risk', block(...mapLines(STANDARD_WORLD_RISK)), 'not public, the defaults'),
      entry('markets', { items: priced.map((market) => marketBlock(market, fork, scale, base)) }),
      ...collateralLines(shown, base),
      ...tierLines(shown, base),
      ...accountLines(shown, base),
    ),
  );
}

function factorLines({ factor, markets }: Fork, scale: number): Line[] {
  if (!factor)
    return [remark('factor: none, it takes 200 returns of five minutes of three markets that move together')];
  const first = factor.reference;
  const own = markets.find(({ figures }) => figures.symbol === first)?.figures;
  const minutes = factor.stepMs / 60_000;
  const note = `in the scale of ${first}, from ${factor.returns} returns of ${minutes} min of ${factor.betas.size} markets`;
  return [entry('factor', factorBlock(own, scale, note), 'what moves the markets together')];
}

const isoOf = (time: number): string => new Date(time).toISOString();

const hostOf = (url: string): string => new URL(url).host.replaceAll(/[^A-Za-z0-9.-]/g, '-');
