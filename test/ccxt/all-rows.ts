import { MONEY_ROWS, POSITION_ROWS } from './account-rows.ts';
import { MARKET_ROWS } from './market-rows.ts';
import { changingRows, listingRows, placingRows, REST_LISTING_ROWS, REST_ORDER_ROWS } from './order-rows.ts';
import type { Row } from './rows.ts';
import { SOCKET_READ_ROWS } from './socket-rows.ts';
import { STREAM_ROWS } from './stream-rows.ts';

/** Every row, in groups as docs/ccxt-methods.md has them. */
export const ROWS: Readonly<Record<string, readonly Row[]>> = {
  Markets: MARKET_ROWS,
  'Placing orders': placingRows(''),
  'Editing and cancelling orders': [...changingRows(''), ...REST_ORDER_ROWS],
  'Orders and trades': [...listingRows(''), ...REST_LISTING_ROWS],
  'Positions and margin': POSITION_ROWS,
  'Money and accounts': MONEY_ROWS,
  'Orders over WebSocket': [...placingRows('Ws'), ...changingRows('Ws')],
  'Reads over WebSocket': [...listingRows('Ws'), ...SOCKET_READ_ROWS],
  Streams: STREAM_ROWS,
};
