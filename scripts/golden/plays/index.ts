import type { Play } from '../play.ts';
import { ACCOUNT_PLAYS } from './accounts.ts';
import { MARGIN_PLAYS } from './margin.ts';
import { ORDER_PLAYS } from './orders.ts';
import { RULE_PLAYS } from './rules.ts';
import { WAITING_PLAYS } from './waiting.ts';
import { WORLD_PLAYS } from './worlds.ts';

/** Every golden journal is the journal of one of these. */
export const PLAYS: readonly Play[] = [
  ...ORDER_PLAYS,
  ...WAITING_PLAYS,
  ...MARGIN_PLAYS,
  ...ACCOUNT_PLAYS,
  ...RULE_PLAYS,
  ...WORLD_PLAYS,
];
