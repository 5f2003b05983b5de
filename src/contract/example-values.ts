/** What the examples of requests name: subaccounts and wallets of the first dev accounts, a market, and a moment. */

export const EXAMPLE_ID = '1867542890123456789';
export const OTHER_EXAMPLE_ID = '1867542890123456790';
export const EXAMPLE_OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const EXAMPLE_DELEGATE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** What the examples call now: 2026-01-05T00:00:00Z, in ms. */
export const EXAMPLE_TIME = 1_767_571_200_000;
export const HOUR_BEFORE_EXAMPLE = EXAMPLE_TIME - 3_600_000;

export const EXAMPLE_SYMBOL = 'BTC-USDT';
export const EXAMPLE_ORDER = {
  symbol: EXAMPLE_SYMBOL,
  side: 'buy',
  orderType: 'limitGtc',
  price: '94000',
  quantity: '0.01',
};
export const EXAMPLE_ORDER_ID = '1948058938469519360';
export const EXAMPLE_CLIENT_ID = 'my-order-1';
