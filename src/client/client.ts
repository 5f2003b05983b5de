import { AccountClient } from './account-client.ts';
import { OrderRejected, ProtocolError } from './errors.ts';
import type * as Socket from './records.ts';

type OrderName = { readonly orderId: string } | { readonly clientOrderId: string };

/**
 * A thin REST client of the API: one method for each action under its wire name, here those that change something.
 * Each returns `response` or throws an `ApiError` for a request that is refused as a whole. The refused entries of a batch
 * are in the returned `statuses`; only `placeOrder`, which is no action of its own, turns its single entry into an error.
 */
export class Client extends AccountClient {
  /**
   * Returns one status for each order, in their order. A refused order does not throw: its status has `error` and `errorCode`.
   *
   * @throws ApiError when the whole request is refused
   */
  placeOrders(
    orders: readonly Socket.OrderItem[],
    { grouping = 'na', ...rest }: { readonly grouping?: Socket.Grouping; readonly source?: string } = {},
  ): Promise<Socket.Statuses> {
    return this.raw('placeOrders', { orders, grouping, ...rest });
  }

  /**
   * Places one order through placeOrders and returns its status.
   *
   * @throws OrderRejected when the exchange refuses the order, with its code, message and status
   * @throws ApiError when the whole request is refused
   */
  async placeOrder(order: Socket.OrderItem, options: { readonly source?: string } = {}): Promise<Socket.OrderStatus> {
    const { statuses } = await this.placeOrders([order], options);
    const [status] = statuses;
    if (!status) throw new ProtocolError(200, JSON.stringify({ statuses }));
    if (status.error !== undefined || status.errorCode !== undefined) throw new OrderRejected(status);
    return status;
  }

  /** A refused order does not throw: its status has `error` and `errorCode`. */
  placeIsolatedOrder(order: Socket.IsolatedOrder): Promise<Socket.Statuses> {
    return this.raw('placeIsolatedOrder', { ...order });
  }

  /** Each id succeeds or fails on its own. */
  cancelOrders(
    ids: { readonly orderIds: readonly string[] } | { readonly clientOrderIds: readonly string[] },
  ): Promise<Socket.Statuses> {
    return this.raw('cancelOrders', { ...ids });
  }

  /** `['*']` cancels in every market. */
  cancelAllOrders(symbols: readonly string[]): Promise<readonly Socket.CancelledOrder[]> {
    return this.raw('cancelAllOrders', { symbols });
  }

  /** Cancels everything unless it is called again in time; 0 disarms. */
  scheduleCancel(timeoutSeconds: number): Promise<Socket.CancelSwitch> {
    return this.raw('scheduleCancel', { timeoutSeconds });
  }

  /** A field that is left out stays as it is. */
  modifyOrder(id: OrderName, changes: Socket.Changes): Promise<Socket.ModifyResult> {
    return this.raw('modifyOrder', { ...id, ...changes });
  }

  /** Each change succeeds or fails on its own. */
  modifyOrderBatch(
    orders: readonly (Socket.Changes & { readonly orderId: string })[],
  ): Promise<readonly Socket.ModifyResult[]> {
    return this.raw('modifyOrderBatch', { orders });
  }

  /** A whole number, at most what the tiers of the market allow. */
  updateLeverage(symbol: string, leverage: number | string): Promise<Socket.LeverageChange> {
    return this.raw('updateLeverage', { symbol, leverage });
  }

  /** A negative delta takes margin out. */
  updateIsolatedMargin(symbol: string, marginDelta: string): Promise<Socket.IsolatedMarginChange> {
    return this.raw('updateIsolatedMargin', { symbol, marginDelta });
  }

  /** `getBalanceUpdates` shows how it ends. */
  withdrawCollateral(withdrawal: Socket.Withdrawal): Promise<Socket.WithdrawalReceipt> {
    return this.raw('withdrawCollateral', { ...withdrawal });
  }

  /** Between subaccounts of one owner. */
  async transferCollateral(transfer: Socket.CollateralTransfer): Promise<void> {
    await this.raw('transferCollateral', { ...transfer });
  }

  /** Sells collateral for USDT: for this much of it, or `all`. */
  voluntaryCollateralExchange(sourceAsset: string, targetUSDTAmount: string): Promise<Socket.CollateralExchange> {
    return this.raw('voluntaryCollateralExchange', { sourceAsset, targetUSDTAmount });
  }

  /** Returns the new subaccount, which holds nothing yet. */
  createSubaccount(name: string): Promise<Socket.NewSubAccount> {
    return this.raw('createSubaccount', { name });
  }

  /** Returns the name as it is from now on. */
  updateSubAccountName(name: string): Promise<{ readonly subAccountId: string; readonly name: string }> {
    return this.raw('updateSubAccountName', { name });
  }

  /** `expiresAt` in Unix milliseconds, 0 never ends. */
  addDelegatedSigner(
    walletAddress: string,
    permissions: readonly Socket.Permission[],
    expiresAt = 0,
  ): Promise<Socket.Delegation> {
    return this.raw('addDelegatedSigner', { walletAddress, permissions, expiresAt });
  }

  /** Delegations that came from it end as well. */
  removeDelegatedSigner(walletAddress: string): Promise<{
    readonly subAccountId: string;
    readonly walletAddress: string;
    readonly cascadeRemovedSigners?: readonly string[];
  }> {
    return this.raw('removeDelegatedSigner', { walletAddress });
  }

  /** Returns the wallets whose delegations have ended. */
  removeAllDelegatedSigners(): Promise<{ readonly subAccountId: string; readonly removedSigners: readonly string[] }> {
    return this.raw('removeAllDelegatedSigners');
  }
}
