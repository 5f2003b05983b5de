import { Type } from '@sinclair/typebox';
import { CONTROL_COMMANDS } from '../../contract/control.ts';
import { type ControlRoute, get, post, type Steered } from './route.ts';
import { LatencyPart, SubAccountId } from '../../contract/control-fields.ts';

/** Routes for the latency of accounts. `exchange/latency/latencies.ts` checks what a model says. */

const { path, summary, body } = CONTROL_COMMANDS.setLatency;

const LatenciesResponse = Type.Object({
  latencies: Type.Array(
    Type.Object({ subAccountId: SubAccountId, entry: LatencyPart, response: LatencyPart, data: LatencyPart }),
  ),
});

const latenciesOf = ({ control }: Steered): object => ({ latencies: control.latencies() });

export const LATENCY_ROUTES: readonly ControlRoute[] = [
  post(path, summary, body, LatenciesResponse, (exchange, { subAccountId, model }) => {
    exchange.control.setLatency(subAccountId, model as Parameters<Steered['control']['setLatency']>[1]);
    return latenciesOf(exchange);
  }),
  get('/latency', 'The subaccounts that have a latency', LatenciesResponse, latenciesOf),
];
