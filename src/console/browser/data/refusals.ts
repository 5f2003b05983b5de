import { ApiError, OrderRejected } from '../../../client.ts';
import type { ShortRefusal } from '../../../exchange/why/explanation.ts';
import { linkTo } from '../app/router.ts';
import { problemOf, session } from './account.ts';
import { readControl } from './control.ts';

/** The latest refusals of an account, newest first; null where the control plane does not say. */
export async function readRefusals(subAccountId: string): Promise<readonly ShortRefusal[] | null> {
  const read = await readControl<{ readonly refusals: readonly ShortRefusal[] }>('/why/refusals');
  return 'error' in read ? null : read.value.refusals.filter((line) => line.subAccountId === subAccountId);
}

/** The page that shows the arithmetic of a refusal. */
export const whyRefused = ({ requestId, item }: Pick<ShortRefusal, 'requestId' | 'item'>): string =>
  `${linkTo('log')}?why=${encodeURIComponent(`/refusal/${requestId}${item === null ? '' : `?item=${item}`}`)}`;

/** Why something was not done, for a notice: a sentence, and the page that explains it where there is one. */
export interface Refused {
  readonly text: string;
  readonly why?: string;
}

/** Says what an error means: in the words of the control plane where it knows the refusal, else in those of the response. */
export async function refusedBy(error: unknown): Promise<Refused> {
  const text = problemOf(error);
  const isRefusal = error instanceof ApiError || error instanceof OrderRejected;
  const account = session.value?.subAccountId;
  if (!isRefusal || account === undefined) return { text };
  const lines = await readRefusals(account);
  const found = lines?.find(({ code, message }) => code === error.code && message === error.message);
  return found ? { text: found.said, why: whyRefused(found) } : { text };
}
