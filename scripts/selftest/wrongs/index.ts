import type { Wrong } from '../wrong.ts';
import { AUTH } from './auth.ts';
import { CONNECTIONS } from './connections.ts';
import { ENVELOPE } from './envelope.ts';
import { FUNDS } from './funds.ts';
import { LIFECYCLE } from './lifecycle.ts';
import { LIMITS } from './limits.ts';
import { LISTS } from './lists.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { ORDERS } from './orders.ts';
import { PUBLIC_DATA } from './public-data.ts';
import { RIGHTS } from './rights.ts';

/** Every deployment that the suite must find wrong. */
export const WRONGS: readonly Wrong[] = [
  ...ENVELOPE,
  ...AUTH,
  ...RIGHTS,
  ...ORDERS,
  ...LIFECYCLE,
  ...LISTS,
  ...FUNDS,
  ...LIMITS,
  ...PUBLIC_DATA,
  ...CONNECTIONS,
  ...NOTIFICATIONS,
];
