import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import type { State } from '../../../engine/state.ts';
import { isRefusal, type Refusal } from '../../../kernel/errors.ts';
import { readOfInfo } from '../../../exchange/reads/all.ts';
import type { InfoRead } from '../../action.ts';
import { handMadeViews } from '../../hand-made.test-helper.ts';
import { type JsonObject, JsonText } from '../../json.ts';
import type { Views } from '../../views.ts';

const ajv = new Ajv2020({ strict: true });

/** The response that the dispatcher would give: parse, then read. A response must fit the result schema of its action. */
export function ask(action: InfoRead, state: State, params: JsonObject = {}, views: Views = handMadeViews()): unknown {
  const info = action as unknown as InfoRead<unknown>;
  const context = { state, now: state.now };
  const parsed = info.parse({ action: action.name, ...params }, context);
  if (isRefusal(parsed)) return parsed;
  const read = readOfInfo(info)(parsed as never, { ...context, views });
  const response: unknown = read instanceof JsonText ? read.value() : read;
  if (!isRefusal(response)) expect(ajv.validate(action.result, response), ajv.errorsText()).toBe(true);
  return response;
}

/** A refusal as a literal. */
export const refusal = (
  code: Refusal['code'],
  http: number,
  message: string,
  details?: Record<string, string>,
): Refusal => ({ kind: 'refused', code, message, http, ...(details && { details }) });
