import { isFlag, isNumber, isShape, isText } from '../kernel/guards.ts';
import type { Fetch } from './transport.ts';

/** Options of a step of time. */
export interface StepOptions {
  /** Exchange milliseconds that it takes at most; with `until: 'time'` exactly. Default: as the scenario says. */
  readonly ms?: number;
  /** `data` ends it as soon as something was pushed to a stream of the bot, `time` not before. Default `data`. */
  readonly until?: 'data' | 'time';
}

/** Result of a step of time: where it has led. */
export interface Step {
  /** Exchange time, Unix ms. */
  readonly now: number;
  /** True at the end of the scenario: the bot has a few seconds to exit. */
  readonly ended: boolean;
  readonly advancedMs: number;
}

const isStep = isShape<Step>({ now: isNumber, ended: isFlag, advancedMs: isNumber });
const isFault = isShape({ error: isShape({ code: isText, message: isText }) });

/** The control plane refused a step, such as one of an exchange that no run drives. */
export class StepError extends Error {
  override readonly name = 'StepError';
  /** HTTP status. */
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Returns the control plane beside the API at this URL, which ends in `/v1` or `/v1/ws`. */
export const controlUrlOf = (url: string): string => url.replace(/^ws/, 'http').replace(/\/v1(\/ws)?\/*$/, '/sim/v1');

/** Asks a run for time. Throws StepError. */
export async function takeStep(controlUrl: string, options: StepOptions, own: Fetch = fetch): Promise<Step> {
  const response = await own(`${controlUrl.replace(/\/+$/, '')}/clock/step`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(options),
  });
  const body: unknown = await response.json();
  if (response.ok && isStep(body)) return body;
  const { code, message } = isFault(body) ? body.error : { code: 'UNKNOWN', message: response.statusText };
  throw new StepError(response.status, code, message);
}
