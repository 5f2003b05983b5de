import { formatAmount, formatRatio } from '../../../contract/format.ts';
import type { FactsOf } from './facts.ts';

const symbol = (event: { readonly symbol: string }): string => event.symbol;

/** The exchange itself: status, prices, faults, time. */
export const EXCHANGE_EVENTS: FactsOf<
  | 'MarketStatusSet'
  | 'ExchangeStatusSet'
  | 'FaultsSet'
  | 'FaultMet'
  | 'RecordSet'
  | 'FeesSet'
  | 'MarginSet'
  | 'OpenInterestCapSet'
  | 'LotteryDrawn'
  | 'PegSet'
  | 'FeedSet'
  | 'PricePinned'
  | 'RampSet'
  | 'IndexMoved'
  | 'MarkMoved'
  | 'FactorMoved'
  | 'AgentsStepped'
  | 'PopulationActed'
  | 'ValuesSampled'
  | 'ClockMoved'
  | 'NonceUsed'
  | 'Charged'
  | 'LevelsSet'
  | 'TimerArmed'
  | 'SampleArmed'
  | 'TimerFired'
> = {
  MarketStatusSet: { kind: 'exchange', market: symbol, text: ({ status }) => `The market is ${status}` },
  ExchangeStatusSet: { kind: 'exchange', text: ({ status }) => `The exchange is ${status}` },
  FaultsSet: { kind: 'exchange', text: ({ rules }) => `Fault rules in force: ${rules.length}` },
  FaultMet: {
    kind: 'exchange',
    text: ({ rule, fired }) => `The fault rule ${rule} was met${fired ? ' and has struck' : ''}`,
  },
  RecordSet: { kind: 'exchange', text: ({ record, id }) => `The stored ${record} ${id} is set` },
  FeesSet: {
    kind: 'exchange',
    text: ({ tierId, makerRate, takerRate }) =>
      `The fees of ${tierId} are ${formatRatio(makerRate)} for makers and ${formatRatio(takerRate)} for takers`,
  },
  MarginSet: {
    kind: 'exchange',
    market: symbol,
    text: ({ tiers }) => `The margin has ${tiers.length} tiers, with leverage up to ${tiers[0]?.maxLeverage ?? 1}`,
  },
  OpenInterestCapSet: {
    kind: 'exchange',
    market: symbol,
    text: ({ cap }) => (cap === 0n ? 'Open interest has no cap' : `Open interest has a cap of ${formatAmount(cap)}`),
  },
  LotteryDrawn: { kind: 'exchange', text: ({ epoch }) => `The lottery of epoch ${epoch} is drawn` },
  PegSet: {
    kind: 'exchange',
    text: ({ asset, peg }) => `${asset} is worth ${formatRatio(peg)} of its index`,
  },
  FeedSet: {
    kind: 'exchange',
    market: symbol,
    text: ({ frozen }) => (frozen ? 'The index feed stops' : 'The index feed goes on'),
  },
  PricePinned: {
    kind: 'exchange',
    market: symbol,
    text: ({ pinned }) => (pinned ? 'The index is pinned: it stays, and is fresh' : 'The index is no longer pinned'),
  },
  RampSet: {
    kind: 'exchange',
    market: symbol,
    text: ({ symbol: of, ramp }, words) =>
      ramp ? `The index begins to move to ${words.index(of, ramp.to)}` : 'The index no longer moves to a price',
  },
  IndexMoved: {
    kind: 'price',
    market: symbol,
    text: (event, words) => `Index ${words.index(event.symbol, event.price)}`,
  },
  MarkMoved: {
    kind: 'price',
    market: symbol,
    text: (event, words) => `Mark ${words.price(event.symbol, event.mark)}`,
  },
  FactorMoved: { kind: 'price', text: () => 'The common factor of the markets moves' },
  AgentsStepped: { kind: 'price', market: symbol, text: () => 'Makers and taker of the market act' },
  PopulationActed: { kind: 'price', market: symbol, text: ({ group }) => `Traders of the group ${group} act` },
  ValuesSampled: { kind: 'clock', text: ({ values }) => `Values of ${values.length} accounts sampled` },
  ClockMoved: { kind: 'clock', text: ({ to }) => `Time moves to ${new Date(to).toISOString()}` },
  NonceUsed: { kind: 'clock', accounts: ({ account }) => [account], text: ({ nonce }) => `Nonce ${nonce} used` },
  Charged: {
    kind: 'clock',
    accounts: ({ account }) => (account === null ? [] : [account]),
    text: ({ tokens, surface, ip }) => `${tokens} tokens of ${surface} charged to ${ip}`,
  },
  LevelsSet: { kind: 'clock', text: () => 'Rate limits as reads have left them' },
  TimerArmed: { kind: 'clock', text: ({ timer }) => `Timer ${timer.job.kind} armed` },
  SampleArmed: { kind: 'clock', market: symbol, text: () => 'Sample of the premium armed' },
  TimerFired: { kind: 'clock', text: () => 'A timer fires' },
};
