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
import { SIGNED_REQUESTS } from './signed-requests.ts';
import { TYPED_DATA } from './typed-data.ts';

/** Every deployment that the suite must find wrong, by the file that holds it. */
export const WRONG_GROUPS: Readonly<Record<string, readonly Wrong[]>> = {
  envelope: ENVELOPE,
  auth: AUTH,
  'signed-requests': SIGNED_REQUESTS,
  'typed-data': TYPED_DATA,
  rights: RIGHTS,
  orders: ORDERS,
  lifecycle: LIFECYCLE,
  lists: LISTS,
  funds: FUNDS,
  limits: LIMITS,
  'public-data': PUBLIC_DATA,
  connections: CONNECTIONS,
  notifications: NOTIFICATIONS,
};

export const WRONGS: readonly Wrong[] = Object.values(WRONG_GROUPS).flat();

/** The file that holds a wrong, without its ending. */
export const groupOf = (wrong: Wrong): string =>
  Object.entries(WRONG_GROUPS).find(([, wrongs]) => wrongs.includes(wrong))?.[0] ?? '';
