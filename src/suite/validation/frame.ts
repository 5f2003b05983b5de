import { actionNamed } from './response.ts';
import { isRecord } from '../records.ts';
import { POST_REPLIES, REFUSAL } from './contract.ts';
import { checkError } from './error-rules.ts';
import type { ContractFault, Surface } from './finding.ts';
import { type Examination, Findings } from './findings.ts';
import { oracle } from './oracle.ts';
import type { Fields } from './twins.ts';

/** A frame that came, and what had been asked. */
export interface FrameUnderExamination extends Examination {
  readonly endpoint: Surface;
  /** Undefined when it was no JSON. */
  readonly frame: unknown;
  /** The request that a reply belongs to; left out for a push, and for a reply to what was no JSON. */
  readonly asked?: Fields | undefined;
}

/** Everything about a frame that the contract forbids. Pure. */
export function validateFrame(under: FrameUnderExamination): readonly ContractFault[] {
  const { frame, endpoint, asked } = under;
  const findings = new Findings(under);
  if (!isRecord(frame)) findings.add('', 'a JSON object', frame, 'WS-RESP-ID');
  else if (isPush(frame)) checkPush(frame, endpoint, findings);
  else if ('status' in frame) checkReply(frame, endpoint, asked, findings);
  else findings.hold('type' in frame ? 'pongTyped' : 'pongBare', frame);
  return findings.list;
}

/** A push names its channel and belongs to no request. */
export const isPush = (frame: Fields): boolean => 'channel' in frame || 'data' in frame;

function checkPush(frame: Fields, endpoint: Surface, findings: Findings): void {
  const channel = oracle().channels.find(
    ({ methods, pushes }) => holds(methods, frame.method) || holds(pushes, frame.channel),
  );
  if (!channel) {
    // A channel that was added later is no fault of a deployment that has it.
    if (findings.mode === 'strict') findings.add('channel', 'a channel of the contract', frame.channel, 'WS-EMISSION');
    return;
  }
  if (channel.isPrivate && endpoint === 'info') {
    findings.add('channel', `none that is private: this is the ${endpoint} endpoint`, frame.channel, 'WS-EMISSION');
  }
  findings.hold(`${channel.name}Push`, frame);
}

function checkReply(frame: Fields, endpoint: Surface, asked: Fields | undefined, findings: Findings): void {
  const { status, id, requestId, result, error } = frame;
  if (JSON.stringify(id) !== JSON.stringify(requestId)) {
    findings.add('requestId', `the same as id: ${JSON.stringify(id)}`, requestId, 'WS-RESP-REQUESTID');
  }
  if (status === 200) return checkServed(frame, endpoint, asked, findings);
  findings.hold(REFUSAL, frame);
  checkError(error, Number(status), findings);
  const repeated = isRecord(result) ? result.error : undefined;
  if (findings.mode === 'strict' && JSON.stringify(repeated) !== JSON.stringify(error)) {
    findings.add('result.error', 'the same as error', repeated, 'WS-ERR-CODE');
  }
  if (frame.rateLimit !== undefined && (endpoint === 'info' || asked?.method !== 'post')) {
    findings.add('rateLimit', 'absent: only trade posts report a bucket', frame.rateLimit, 'WS-RESP-RATELIMIT');
  }
  return undefined;
}

function checkServed(frame: Fields, endpoint: Surface, asked: Fields | undefined, findings: Findings): void {
  const params = isRecord(asked?.params) ? asked.params : {};
  switch (asked?.method) {
    case 'ping':
      return findings.hold('pong', frame);
    case 'auth':
      return findings.hold('authReply', frame);
    case 'subscribe':
    case 'unsubscribe': {
      const channel = oracle().channels.find(({ types }) => holds(types, params.type));
      if (!channel) return findings.add('', 'a refusal: there is no such channel', frame, 'WS-SUB-FORMAT');
      return findings.hold(`${channel.name}${asked.method === 'subscribe' ? 'Subscribed' : 'Unsubscribed'}`, frame);
    }
    case 'post': {
      findings.hold(POST_REPLIES[endpoint], frame);
      const name = actionNamed(endpoint, typeof params.action === 'string' ? params.action : null);
      if (name === undefined) return findings.add('', 'a refusal: there is no such action', frame, 'WS-RESP-RESULT');
      return findings.hold(name, isRecord(frame.result) ? frame.result.response : undefined, 'result.response');
    }
    default:
      return findings.add('', 'a reply to something that was asked', frame, 'WS-RESP-ID');
  }
}

const holds = (words: readonly unknown[], word: unknown): boolean => words.includes(word);
