import { Type } from '@sinclair/typebox';
import type { CollateralExchangedEvent, ExchangeWant } from '../../../../engine/accounts/account-terms.ts';
import { invariant, isRefusal, type Refusal, refuse } from '../../../../kernel/errors.ts';
import { DECIMAL_TEXT_MAX, parseDecimal } from '../../../../kernel/decimal.ts';
import { type ActionContext } from '../../../action.ts';
import { formatAmount, formatAmountOf, formatCollateral, formatRatio } from '../../../format.ts';
import { onGrid, readCollateral } from '../../../fields/funds.ts';
import { fieldTable, hidden, SYMBOL_MAX, tooLong } from '../../../fields/table.ts';
import { AssetText, Closed, DecimalText } from '../../../primitives.ts';
import { defineWrite } from '../../../define.ts';
import { textAs, text } from '../../../fields/fields.ts';
import { signedMessage } from '../../../signing.ts';

/** The only asset collateral can be exchanged into. */
const TARGET = 'USDT';
const ALL = 'all';

const Result = Closed({
  sourceAsset: AssetText,
  sourceAmountTaken: DecimalText,
  targetAsset: AssetText,
  targetAmount: DecimalText,
  indexPrice: DecimalText,
  effectiveHaircut: DecimalText,
  collateral: Type.Array(Closed({ symbol: AssetText, quantity: DecimalText })),
});

/**
 * Sells collateral to the exchange for USDT, at its index price less its haircut.
 *
 * Units:  `targetUSDTAmount` in USDT, or `all`: what clears a USDT debt, else the whole source balance.
 * Cost:   100 tokens.
 * Errors: 401 for a session signer; 400 VALIDATION_ERROR for the params or when too little is held, ASSET_NOT_FOUND,
 *         COLLATERAL_PRICE_STALE while the feed of its price has stopped.
 * Source: clauses VOLUNTARYCOLLATERALEXCHANGE; wire 2.13. `exchangeCollateral` names an amount to give instead of
 *         one to receive, signed in the same two fields.
 */
export const voluntaryCollateralExchange = defineWrite({
  name: 'voluntaryCollateralExchange',
  summary: 'Exchange collateral into USDT.',
  examples: [{ sourceAsset: 'WETH', targetUSDTAmount: '1000' }],
  fields: fieldTable({
    sourceAsset: textAs(AssetText),
    targetUSDTAmount: textAs(Type.Union([Type.Literal(ALL), DecimalText])),
    fromSymbol: hidden(text()),
    toSymbol: hidden(text()),
    fromAmount: hidden(text()),
  }).refine(readShape),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'ASSET_NOT_FOUND', 'COLLATERAL_PRICE_STALE'],
  auth: { roles: ['owner', 'manager', 'delegate'], strangerCode: 'UNAUTHORIZED' },
  cost: () => 100,
  typedMessage: ({ sourceAsset, amount: targetUSDTAmount }, request) =>
    signedMessage('VoluntaryCollateralExchange', { sourceAsset, targetUSDTAmount }, request),
  parse: (sent, context) => {
    const want = readWant(sent, context);
    return isRefusal(want) ? want : { source: sent.sourceAsset, want };
  },
  toCommands: (exchange, { account }) => [{ type: 'ExchangeCollateral', account: account.no, ...exchange }],
  toResult: (_, [outcome], { state, account }) => {
    if (outcome?.refusal) return outcome.refusal;
    const exchanged = outcome?.events.find(
      (event): event is Extract<typeof event, CollateralExchangedEvent> => event.type === 'CollateralExchanged',
    );
    invariant(exchanged, 'an accepted exchange has happened');
    return {
      sourceAsset: exchanged.source,
      sourceAmountTaken: formatAmountOf(state, exchanged.source, exchanged.taken),
      targetAsset: exchanged.target,
      targetAmount: formatAmountOf(state, exchanged.target, exchanged.received),
      indexPrice: formatAmount(exchanged.price),
      effectiveHaircut: formatRatio(exchanged.haircut),
      collateral: state.config.collaterals
        .filter(({ asset }) => account.balances.has(asset))
        .map((spec) => ({
          symbol: spec.asset,
          quantity: formatCollateral(spec, account.balances.get(spec.asset) ?? 0n),
        })),
    };
  },
});

type ExchangeFields = Readonly<
  Record<'sourceAsset' | 'targetUSDTAmount' | 'fromSymbol' | 'toSymbol' | 'fromAmount', string | undefined>
>;

interface SentExchange {
  readonly sourceAsset: string;
  readonly amount: string;
  /** True for the older request that names an amount of the source. */
  readonly gives: boolean;
}

const invalid = (message: string): Refusal => refuse('VALIDATION_ERROR', message);

function readShape(sent: ExchangeFields): SentExchange | Refusal {
  const gives = sent.sourceAsset === undefined && sent.fromSymbol !== undefined;
  if (gives && sent.toSymbol !== TARGET) return invalid('unsupported action');
  const { sourceAsset = sent.fromSymbol ?? '', targetUSDTAmount: amount = (gives ? sent.fromAmount : '') ?? '' } = sent;
  if (sourceAsset === '') return invalid('sourceAsset is required');
  if (sourceAsset === TARGET) return invalid('sourceAsset cannot be USDT');
  return amount === '' ? invalid('targetUSDTAmount is required') : { sourceAsset, amount, gives };
}

function readWant(
  { sourceAsset, amount: text, gives }: SentExchange,
  { state }: ActionContext,
): ExchangeWant | Refusal {
  const amountField = gives ? 'fromAmount' : 'targetUSDTAmount';
  const long = tooLong(SYMBOL_MAX, { sourceAsset }) ?? tooLong(DECIMAL_TEXT_MAX, { [amountField]: text });
  if (long !== undefined) return invalid(long);
  const source = readCollateral(sourceAsset, state);
  if (isRefusal(source)) return source;
  if (text === ALL) return { kind: 'all' };
  const number = parseDecimal(text);
  if (!number || number.digits <= 0n) {
    return invalid("targetUSDTAmount must be 'all' or a valid positive decimal");
  }
  const target = readCollateral(TARGET, state);
  if (isRefusal(target)) return target;
  const amount = onGrid(number, gives ? source : target, 'exchange');
  return isRefusal(amount) ? amount : { kind: gives ? 'give' : 'receive', amount };
}
