import { checksumAddress } from '../../../../contract/address.ts';
import type { SubAccountEvent, TakeoverEvent } from '../../../../contract/channels/subaccount-events.ts';
import {
  formatAmount,
  formatAmountOf,
  formatLots,
  formatPriceUnits,
  formatRatio,
} from '../../../../contract/format.ts';
import type { EngineEvent } from '../../../../engine/event.ts';
import { marketOf } from '../../../../engine/risk/margin.ts';
import type { State } from '../../../../engine/state.ts';
import { type AccountNo, subAccountIdOf } from '../../../../kernel/ids.ts';

/** Returns the frames of one subaccount for an event about funds, funding or rights; none when it concerns another. */
export function accountEventsOf(state: Readonly<State>, account: AccountNo, event: EngineEvent): SubAccountEvent[] {
  if (!('account' in event) || event.account !== account) return [];
  const subAccountId = subAccountIdOf(account);
  const timestamp = event.at;
  switch (event.type) {
    case 'FundingPaid': {
      const { spec } = marketOf(state, event.symbol);
      const size = formatLots(spec, Math.abs(event.lots));
      return [
        {
          eventType: 'funding',
          subAccountId,
          timestamp,
          symbol: event.symbol,
          positionSize: event.lots < 0 ? `-${size}` : size,
          fundingRate: formatRatio(event.rate),
          payment: formatAmount(event.amount),
          indexPrice: formatPriceUnits(spec, event.index),
        },
      ];
    }
    case 'Deposited': {
      const { asset: collateral, amount, txHash } = event;
      const deposit = { subAccountId, collateral, quantity: formatAmount(amount), txHash, timestamp };
      return [
        { eventType: 'depositReceived', ...deposit },
        { eventType: 'depositCredited', ...deposit },
      ];
    }
    case 'WithdrawalRequested': {
      const { requestId, asset, amount, destination, fee } = event;
      return [
        {
          eventType: 'withdrawal',
          subAccountId,
          requestId,
          symbol: asset,
          amount: formatAmount(amount),
          destination: checksumAddress(destination),
          fee: formatAmount(fee),
          timestamp,
        },
        { eventType: 'withdrawalStatus', subAccountId, requestId, status: 'created', timestamp },
      ];
    }
    case 'CollateralExchanged':
      return [
        {
          eventType: 'collateralExchange',
          subAccountId,
          type: event.forced ? 'auto' : 'voluntary',
          fromCollateral: event.source,
          toCollateral: event.target,
          fromQuantity: formatAmountOf(state, event.source, event.taken),
          toQuantity: formatAmountOf(state, event.target, event.received),
          fee: '0',
          timestamp,
        },
      ];
    case 'DelegationGranted':
      return [
        {
          eventType: 'delegationAdded',
          subAccountId,
          delegateAddress: checksumAddress(event.wallet),
          permissions: [event.permission],
          ...(event.expiresAt !== null && { expiresAt: event.expiresAt }),
          addedBy: checksumAddress(event.grantedBy),
          addedAt: timestamp,
        },
      ];
    case 'DelegationsEnded':
      return event.wallets.map((wallet) => ({
        eventType: 'delegationRevoked',
        subAccountId,
        delegateAddress: checksumAddress(wallet),
        revokedAt: timestamp,
      }));
    default:
      return [];
  }
}

/** How a withdrawal ended; `requestId` is the one in the response to its request. */
export function withdrawalEnd(
  { account, outcome, txHash, at }: EventOf<'WithdrawalSettled'>,
  requestId: string,
): SubAccountEvent {
  return {
    eventType: 'withdrawalStatus',
    subAccountId: subAccountIdOf(account),
    requestId,
    status: outcome === 'success' ? 'completed' : 'failed',
    ...(txHash !== null && { txHash }),
    ...(outcome === 'failed' && { failureReason: 'withdrawal failed on chain' }),
    timestamp: at,
  };
}

/** The vault has taken what the account had: the positions went before, one by one. */
export const takeoverEvent = (
  state: Readonly<State>,
  { account, assets, at }: EventOf<'TakenOver'>,
  positions: TakeoverEvent['positions'],
): TakeoverEvent => ({
  eventType: 'subAccountTakeover',
  subAccountId: subAccountIdOf(account),
  timestamp: at,
  collaterals: assets.map(({ asset, amount }) => ({ symbol: asset, quantity: formatAmountOf(state, asset, amount) })),
  positions,
});

type EventOf<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>;
