import { Draw, streamOf } from '../../../kernel/random.ts';
import type { NumberedCommand } from '../command.ts';
import {
  delegate,
  exchangeCollateral,
  openSubAccount,
  operate,
  rename,
  transfer,
  trespass,
  withdraw,
} from './accounts.ts';
import { oddEnvelope, repeated, twoFaults } from './envelopes.ts';
import { oddBatch, oddBody, oddOrder, oddParam } from './illegal.ts';
import { type Memory, Plan } from './plan.ts';
import {
  cancelAll,
  cancelSome,
  modifyBatch,
  modifyOne,
  placeConditional,
  placeGroup,
  placeSome,
  placeTwap,
  queueForPriority,
  repeatClientId,
} from './orders.ts';
import { PLAIN } from './plain.ts';
import { boundedRead, foreignRead, ownRead, positionRead, publicRead } from './reads.ts';
import * as stories from './stories.ts';

type Maker = (plan: Plan) => void;
type Weighted = readonly (readonly [number, Maker])[];

/** Single requests, which the illegal variants start from. */
const REQUESTS: Weighted = [
  [120, placeSome],
  [25, placeConditional],
  [25, placeGroup],
  [14, placeTwap],
  [45, cancelSome],
  [10, cancelAll],
  [45, modifyOne],
  [14, modifyBatch],
  [10, repeatClientId],
  [16, stories.setLeverage],
  [14, stories.adjustMargin],
  [14, stories.scheduleCancel],
  [22, transfer],
  [16, withdraw],
  [8, exchangeCollateral],
  [12, openSubAccount],
  [6, rename],
  [70, ownRead],
  [12, positionRead],
];

const STORIES: Weighted = [
  [50, stories.trade],
  [30, stories.close],
  [20, queueForPriority],
  [18, stories.isolated],
  [22, delegate],
  [18, trespass],
  [8, foreignRead],
  [60, publicRead],
  [22, boundedRead],
];

/** What takes a control plane. */
const STEERED: Weighted = [
  [50, stories.wait],
  [30, stories.movePrice],
  [18, stories.liquidate],
  [20, stories.protect],
  [12, stories.fund],
  [5, stories.calm],
  [5, stories.depeg],
  [14, operate],
];

const ILLEGAL: Weighted = [
  [45, oddOrder],
  [5, oddBatch],
  [40, (plan) => oddParam(plan, aRequest)],
  [110, oddEnvelope],
  [25, twoFaults],
  [16, repeated],
  [12, (plan) => oddParam(plan, publicRead)],
  [14, oddBody],
];

function aRequest(plan: Plan): void {
  plan.weighted(REQUESTS)(plan);
}

export interface GeneratorOptions {
  readonly seed: string;
  /** Which of the sequences of a seed; each begins on fresh exchanges. */
  readonly episode: number;
  readonly accounts: readonly string[];
  /** False on a deployment without a control plane: its orders stay far from the market and its funds where they are. */
  readonly canSteer: boolean;
}

/** Makes commands one after the other. Equal seeds and equal responses of the reference give equal commands. */
export class Generator {
  readonly #plan: Plan;
  readonly #makers: Weighted;

  constructor(memory: Memory, { seed, episode, accounts, canSteer }: GeneratorOptions) {
    const draw = new Draw(streamOf(seed, `explore episode ${episode}`));
    this.#plan = new Plan(draw, memory, accounts, canSteer);
    this.#makers = canSteer ? [...REQUESTS, ...STORIES, ...ILLEGAL, ...STEERED] : PLAIN;
  }

  next(): NumberedCommand {
    for (;;) {
      const step = this.#plan.take();
      if (step) return step;
      this.#plan.weighted(this.#makers)(this.#plan);
    }
  }
}
