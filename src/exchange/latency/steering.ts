import type { LatencyModel } from '../../engine/latency/latency-terms.ts';
import type { State } from '../../engine/state.ts';
import { subAccountIdOf } from '../../kernel/ids.ts';
import { accountOf } from '../account-of.ts';
import type { Sequencer } from '../sequencer.ts';
import { readLatencyModel } from './read-model.ts';

/** What the control plane can do about latency; every effect is an input of the log. Throws ControlError. */
export interface LatencySteering {
  /**
   * Holds the requests, the responses and the pushes of a subaccount back from now on; what is left out or null is not
   * held back. Null takes the latency away; what is on its way still arrives when it would have.
   */
  setLatency(subAccountId: string, model: Partial<LatencyModel> | null): void;
  /** The subaccounts that have a latency. */
  latencies(): readonly LatencyView[];
}

export interface LatencyView extends LatencyModel {
  readonly subAccountId: string;
}

export const steerLatency = (state: State, sequencer: Pick<Sequencer, 'submit'>): LatencySteering => ({
  setLatency: (subAccountId, given) => {
    const account = accountOf(state, subAccountId);
    const model = given === null ? null : readLatencyModel(given);
    sequencer.submit({ kind: 'control', commands: [{ type: 'SetLatency', account, model }] });
  },
  latencies: () =>
    [...state.latencies].map(([account, model]) => ({ subAccountId: subAccountIdOf(account), ...model })),
});
