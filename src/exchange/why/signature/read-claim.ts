import { TRADE_ACTIONS } from '../../../contract/catalogue.ts';
import { isObject, type Json, type JsonObject } from '../../../contract/json.ts';
import { parseSubAccountId } from '../../../contract/primitives.ts';
import { parseStrictText } from '../../../contract/strict-json.ts';
import { invariant } from '../../../kernel/assert.ts';
import { isRefusal, type Refusal } from '../../../kernel/errors.ts';
import { ControlError } from '../../control-error.ts';
import { parseSignature } from '../../signatures/signature.ts';
import type { SignedClaim } from '../../signatures/signed-claim.ts';
import { claimOfLogin } from '../../stream/session/login.ts';
import { bodyOfPost, isUnreadable, readTrade } from '../../requests/reading.ts';
import { signedPartOf } from '../../requests/reading.ts';
import type { StepName } from '../../requests/trail.ts';

/**
 * Reads a signed request as people have it at hand: the body of POST /v1/trade, a frame of a stream (`post` or `auth`), or the
 * params of such a frame alone; as a value or as its JSON text.
 *
 * @throws ControlError that says what is wrong with a request whose signature is never examined
 */
export function readClaim(given: Json, serviceName: string): SignedClaim {
  const request = typeof given === 'string' ? parsed(given) : given;
  if (!isObject(request)) throw wrong('INVALID_FORMAT', TAKES);
  const { method, params } = request;
  if (method === 'auth') return loginOf(paramsOf(request), serviceName);
  if (method === 'post') return claimOf(bodyOfPost(paramsOf(request)));
  if (params !== undefined) return claimOf(request);
  if (typeof request.message === 'string' || request.timestamp !== undefined) return loginOf(request, serviceName);
  if (request.action !== undefined) return claimOf(bodyOfPost(request));
  throw wrong('INVALID_FORMAT', TAKES);
}

const TAKES =
  'the request must be the body of POST /v1/trade, a post or auth frame of a stream, or the params of such a frame';

function parsed(text: string): Json {
  const read = parseStrictText(text);
  if ('error' in read) throw wrong('INVALID_FORMAT', `the request is not JSON: ${read.error}`);
  return read.value;
}

function paramsOf({ params }: JsonObject): JsonObject {
  if (!isObject(params)) throw wrong('INVALID_FORMAT', TAKES);
  return params;
}

function loginOf(params: JsonObject, serviceName: string): SignedClaim {
  const claim = claimOfLogin(params, serviceName);
  if (isRefusal(claim)) throw unexamined('auth', claim);
  const { subAccountId, timestamp, action, signature } = claim;
  const message = { type: 'AuthMessage', values: { subAccountId, timestamp, action } } as const;
  return { action, subAccountId, auth: null, message, signature };
}

/** The validation steps up to the one that recovers the wallet, as far as they read the request. */
function claimOf(body: JsonObject): SignedClaim {
  const request = readTrade(body, TRADE_ACTIONS);
  if (isUnreadable(request)) throw unexamined(request.step, request.refusal);
  const { action, name } = request;
  invariant(action.surface === 'trade', 'trade requests name actions of the trade surface');
  const subAccountId = parseSubAccountId(body, action.missingIdText);
  if (isRefusal(subAccountId)) throw unexamined('checkSubAccountId', subAccountId);
  const signature = parseSignature(body.signature);
  if (isRefusal(signature)) throw unexamined('checkSignatureForm', signature);
  const signed = signedPartOf(action, request, subAccountId);
  if (isRefusal(signed)) throw unexamined('checkSignedValues', signed);
  return { action: name, subAccountId, auth: action.auth, message: signed.message, signature };
}

const unexamined = (step: StepName | 'auth', { code, message }: Refusal): ControlError =>
  wrong('INVALID_VALUE', `the request is refused before its signer is looked for, at ${step}: ${code}, ${message}`);

const wrong = (code: 'INVALID_FORMAT' | 'INVALID_VALUE', message: string): ControlError =>
  new ControlError(code, 'request', message);
