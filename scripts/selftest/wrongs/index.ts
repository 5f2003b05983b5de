import type { Wrong } from '../wrong.ts';
import { ACCOUNT_STEPS } from './account-steps.ts';
import { ADMISSION_STEPS } from './admission-steps.ts';
import { AUTH } from './auth.ts';
import { CONNECTIONS } from './connections.ts';
import { ENVELOPE } from './envelope.ts';
import { FIGURES } from './figures.ts';
import { FUNDS } from './funds.ts';
import { LIFECYCLE } from './lifecycle.ts';
import { LIMITS } from './limits.ts';
import { LIQUIDATION_STEPS } from './liquidation-steps.ts';
import { LIST_STEPS } from './list-steps.ts';
import { LISTS } from './lists.ts';
import { MATCHING } from './matching.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { ORDER_CORNERS } from './order-corners.ts';
import { ORDERS } from './orders.ts';
import { PUBLIC_DATA } from './public-data.ts';
import { REPORTS } from './reports.ts';
import { RIGHTS } from './rights.ts';
import { SIGNED_REQUESTS } from './signed-requests.ts';
import { SIGNERS_AND_TEXTS } from './signers-and-texts.ts';
import { STREAM_STEPS } from './stream-steps.ts';
import { TYPED_DATA } from './typed-data.ts';
import { WAITING_ORDERS } from './waiting-orders.ts';

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
  'admission-steps': ADMISSION_STEPS,
  matching: MATCHING,
  'waiting-orders': WAITING_ORDERS,
  'account-steps': ACCOUNT_STEPS,
  'liquidation-steps': LIQUIDATION_STEPS,
  'stream-steps': STREAM_STEPS,
  'list-steps': LIST_STEPS,
  figures: FIGURES,
  'order-corners': ORDER_CORNERS,
  'signers-and-texts': SIGNERS_AND_TEXTS,
  reports: REPORTS,
};

export const WRONGS: readonly Wrong[] = Object.values(WRONG_GROUPS).flat();

/** The file that holds a wrong, without its ending. */
export const groupOf = (wrong: Wrong): string =>
  Object.entries(WRONG_GROUPS).find(([, wrongs]) => wrongs.includes(wrong))?.[0] ?? '';
