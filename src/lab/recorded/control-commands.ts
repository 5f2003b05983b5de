import type { ControlCommand } from '../../engine/command.ts';
import type { MarginTier } from '../../engine/config.ts';
import type { FaultRule } from '../../engine/fault-terms.ts';
import type { State } from '../../engine/state.ts';
import type { EngineEvent } from '../../engine/event.ts';
import { formatPrice, formatRatio } from '../../contract/format.ts';
import { matchOf } from '../../exchange/faults/read-rules.ts';
import { formatUnits } from '../../kernel/decimal.ts';
import { subAccountIdOf } from '../../kernel/ids.ts';
import type { Written } from './tape.ts';

/** What a command of the control plane is in a scenario. */
export type Controlled =
  | { readonly kind: 'control'; readonly action: string; readonly params: Written }
  | { readonly kind: 'entries'; readonly entries: readonly Written[] }
  | { readonly kind: 'opened'; readonly subAccountId: string; readonly wallet: string; readonly name: string }
  | { readonly kind: 'leftOut'; readonly what: string }
  /** It follows from other entries. */
  | { readonly kind: 'nothing' };

const control = (action: string, params: Written): Controlled => ({ kind: 'control', action, params });

/** @param after the exchange after the command, and what the command has caused */
export function controlOf(
  command: ControlCommand,
  after: { readonly state: Readonly<State>; readonly events: readonly EngineEvent[] },
): Controlled {
  switch (command.type) {
    case 'Deposit': {
      const { account, asset, amount } = command;
      return control('deposit', { subAccountId: subAccountIdOf(account), asset, amount: formatUnits(amount) });
    }
    case 'SetIndexPrice':
      return control('movePrice', { symbol: command.symbol, price: formatUnits(BigInt(command.price)) });
    case 'SetFeed':
      return control(command.frozen ? 'stopFeed' : 'releasePrice', { symbol: command.symbol });
    case 'PinPrice': {
      const { symbol, price } = command;
      return control('pinPrice', { symbol, ...(price !== null && { price: formatUnits(BigInt(price)) }) });
    }
    case 'RampPrice': {
      const { symbol, price, overMs } = command;
      return control('movePrice', { symbol, price: formatUnits(BigInt(price)), overMs });
    }
    case 'SetMarkPrice': {
      const spec = after.state.markets.get(command.symbol)?.spec;
      return control('setMarkPrice', { symbol: command.symbol, price: spec ? formatPrice(spec, command.price) : '0' });
    }
    case 'SetPeg':
      return control('setPeg', { asset: command.asset, peg: formatUnits(BigInt(command.peg)) });
    case 'SetWhitelisted':
      return control('setWhitelisted', { wallet: command.wallet, whitelisted: command.whitelisted });
    case 'SetTier':
      return control('setTier', { wallet: command.wallet, tierId: command.tierId });
    case 'SetMarketStatus':
      return control('setMarketStatus', { symbol: command.symbol, status: command.status });
    case 'SetFees': {
      const { tierId, makerRate, takerRate } = command;
      return control('setFees', { tierId, makerFeeRate: formatRatio(makerRate), takerFeeRate: formatRatio(takerRate) });
    }
    case 'SetMargin':
      return control('setMargin', { symbol: command.symbol, tiers: command.tiers.map(tierOf) });
    case 'SetOpenInterestCap':
      return control('setOpenInterestCap', { symbol: command.symbol, cap: formatUnits(command.cap) });
    case 'Delist': {
      const { symbol, price } = command;
      const spec = after.state.markets.get(symbol)?.spec;
      return control('delist', { symbol, ...(price !== null && spec && { price: formatPrice(spec, price) }) });
    }
    case 'SetExchangeStatus':
      return control('setExchangeStatus', { status: command.status });
    case 'SetCancelOnDisconnect':
      return control('setCancelOnDisconnect', {
        subAccountId: subAccountIdOf(command.account),
        enabled: command.enabled,
      });
    case 'SetLatency':
      return control('setLatency', { subAccountId: subAccountIdOf(command.account), model: command.model });
    case 'SetFaults':
      return { kind: 'entries', entries: faultEntries(command.rules, command.add) };
    case 'SetRecord': {
      const { record, id, fields } = command;
      return { kind: 'entries', entries: [{ record, id, fields }] };
    }
    case 'OpenAccount': {
      const opened = after.events.find((event) => event.type === 'AccountOpened');
      if (opened?.type !== 'AccountOpened') return { kind: 'nothing' };
      const { account, wallet, name } = opened;
      return { kind: 'opened', subAccountId: subAccountIdOf(account), wallet, name };
    }
    case 'MeetFaults':
      return { kind: 'nothing' };
    default:
      return { kind: 'leftOut', what: `control commands ${command.type}` };
  }
}

const tierOf = ({ minNotional, maxNotional, maxLeverage, initialRate, maintenanceRate }: MarginTier): Written => ({
  from: formatUnits(minNotional),
  to: maxNotional === null ? null : formatUnits(maxNotional),
  maxLeverage,
  initial: formatRatio(initialRate),
  maintenance: formatRatio(maintenanceRate),
});

function faultEntries(rules: readonly FaultRule[], add: boolean): Written[] {
  const cleared = add ? [] : [{ clearFaults: true }];
  return rules.length === 0 ? [{ clearFaults: true }] : [...cleared, { faults: rules.map(specOf) }];
}

function specOf(rule: FaultRule): Written {
  const { name, effect, perMille, times, seed } = rule;
  const match = matchOf(rule);
  return {
    name,
    ...(Object.keys(match).length > 0 && { match }),
    effect,
    ...(perMille < 1_000 && { perMille }),
    ...(times !== null && { times }),
    ...(seed !== '' && { seed }),
  };
}
