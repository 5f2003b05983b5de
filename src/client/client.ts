import { AccountClient } from './account-client.ts';
import { OrderRejected, ProtocolError } from './errors.ts';
import type * as Wire from './records.ts';

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
    orders: readonly Wire.OrderItem[],
    { grouping = 'na', ...rest }: { readonly grouping?: Wire.Grouping; readonly source?: string } = {},
  ): Promise<Wire.Statuses> {
    return this.raw('placeOrders', { orders, grouping, ...rest });
  }

  /**
   * Places one order through placeOrders and returns its status.
   *
   * @throws OrderRejected when the exchange refuses the order, with its code, message and status
   * @throws ApiError when the whole request is refused
   */
  async placeOrder(order: Wire.OrderItem, options: { readonly source?: string } = {}): Promise<Wire.OrderStatus> {
    const { statuses } = await this.placeOrders([order], options);
    const [status] = statuses;
    if (!status) throw new ProtocolError(200, JSON.stringify({ statuses }));
    if (status.error !== undefined || status.errorCode !== undefined) throw new OrderRejected(status);
    return status;
  }

  /** A refused order does not throw: its status has `error` and `errorCode`. */
  placeIsolatedOrder(order: Wire.IsolatedOrder): Promise<Wire.Statuses> {
    return this.raw('placeIsolatedOrder', { ...order });
  }

  cancelOrders(
    ids: { readonly orderIds: readonly string[] } | { readonly clientOrderIds: readonly string[] },
  ): Promise<Wire.Statuses> {
    return this.raw('cancelOrders', { ...ids });
  }

  /** `['*']` cancels in every market. */
  cancelAllOrders(symbols: readonly string[]): Promise<readonly Wire.CancelledOrder[]> {
    return this.raw('cancelAllOrders', { symbols });
  }

  /** Cancels everything unless it is called again in time; 0 disarms. */
  scheduleCancel(timeoutSeconds: number): Promise<Wire.CancelSwitch> {
    return this.raw('scheduleCancel', { timeoutSeconds });
  }

  modifyOrder(id: OrderName, changes: Wire.Changes): Promise<Wire.ModifyResult> {
    return this.raw('modifyOrder', { ...id, ...changes });
  }

  modifyOrderBatch(
    orders: readonly (Wire.Changes & { readonly orderId: string })[],
  ): Promise<readonly Wire.ModifyResult[]> {
    return this.raw('modifyOrderBatch', { orders });
  }

  updateLeverage(symbol: string, leverage: number | string): Promise<Wire.LeverageChange> {
    return this.raw('updateLeverage', { symbol, leverage });
  }

  /** A negative delta takes margin out. */
  updateIsolatedMargin(symbol: string, marginDelta: string): Promise<Wire.IsolatedMarginChange> {
    return this.raw('updateIsolatedMargin', { symbol, marginDelta });
  }

  withdrawCollateral(withdrawal: Wire.Withdrawal): Promise<Wire.WithdrawalReceipt> {
    return this.raw('withdrawCollateral', { ...withdrawal });
  }

  /** Between subaccounts of one owner. */
  async transferCollateral(transfer: Wire.CollateralTransfer): Promise<void> {
    await this.raw('transferCollateral', { ...transfer });
  }

  /** Sells collateral for USDT: for this much of it, or `all`. */
  voluntaryCollateralExchange(sourceAsset: string, targetUSDTAmount: string): Promise<Wire.CollateralExchange> {
    return this.raw('voluntaryCollateralExchange', { sourceAsset, targetUSDTAmount });
  }

  createSubaccount(name: string): Promise<Wire.NewSubAccount> {
    return this.raw('createSubaccount', { name });
  }

  updateSubAccountName(name: string): Promise<{ readonly subAccountId: string; readonly name: string }> {
    return this.raw('updateSubAccountName', { name });
  }

  /** `expiresAt` in Unix milliseconds, 0 never ends. */
  addDelegatedSigner(
    walletAddress: string,
    permissions: readonly Wire.Permission[],
    expiresAt = 0,
  ): Promise<Wire.Delegation> {
    return this.raw('addDelegatedSigner', { walletAddress, permissions, expiresAt });
  }

  removeDelegatedSigner(walletAddress: string): Promise<{
    readonly subAccountId: string;
    readonly walletAddress: string;
    readonly cascadeRemovedSigners?: readonly string[];
  }> {
    return this.raw('removeDelegatedSigner', { walletAddress });
  }

  removeAllDelegatedSigners(): Promise<{ readonly subAccountId: string; readonly removedSigners: readonly string[] }> {
    return this.raw('removeAllDelegatedSigners');
  }
}
