import type { Exchange } from '../../exchange/exchange.ts';
import { type ControlPlane, createControlPlane } from '../../exchange/control/control-plane.ts';
import { CONTROL_PATHS } from '../format/control-actions.ts';
import { RunError } from './run.ts';

/** The control plane of a run's exchange, asked as a program on this machine asks it. */
export class ControlCommands {
  readonly #plane: ControlPlane;

  constructor(exchange: Exchange) {
    this.#plane = createControlPlane(exchange, { boundHost: '127.0.0.1', token: null, version: exchange.version });
  }

  /**
   * Carries out one command and returns the response.
   *
   * @throws RunError with the reason when the control plane refuses it
   */
  async run(action: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
    const path = CONTROL_PATHS[action];
    if (path === undefined) {
      throw new RunError(`there is no control command ${action}; there are ${Object.keys(CONTROL_PATHS).join(', ')}`);
    }
    const response = await this.#plane.handle({
      method: 'POST',
      path: `${this.#plane.prefix}${path}`,
      headers: { host: '127.0.0.1', 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(params)),
      ip: '127.0.0.1',
    });
    const body: unknown = JSON.parse(response?.body ?? '{}');
    if (response?.status === 200) return body;
    const { error } = body as {
      readonly error?: { readonly code: string; readonly field: string; readonly message: string };
    };
    throw new RunError(`${action} is refused with ${error?.code} (${error?.field}): ${error?.message}`);
  }
}
