import { replyOf, bodyOf, changed, listOf, objectOf, withBody } from './bodies.ts';
import type { Reply, Backstage, Body, Call, Rewriting, Wrong } from './wrong.ts';

/** The usual kinds of wrong. Each takes the actions it is about, or `*` for all of both surfaces. */
type Actions = '*' | readonly string[];

const isAbout = (actions: Actions, { action, path }: Call): boolean =>
  actions === '*' ? /^\/v1\/(?:trade|info)$/.test(path) : actions.includes(action);

/** Changes every response to these actions, whether it serves or refuses. */
export const envelopes = (actions: Actions, change: (body: Body, call: Call) => void): Rewriting => ({
  responded: (reply, call) => (isAbout(actions, call) ? changed(reply, (body) => change(body, call)) : reply),
});

/** Changes the `error` of every refusal. */
export const errors = (change: (error: Body) => void): Rewriting =>
  envelopes('*', ({ error }) => {
    if (error !== undefined) change(objectOf(error));
  });

/** Changes `response` where these actions are served; what it returns, if anything, takes its place. */
export const responses = (actions: Actions, change: (response: unknown, call: Call) => unknown): Rewriting => ({
  responded: (reply, call) => {
    if (!isAbout(actions, call) || reply.status !== 200) return reply;
    return changed(reply, (body) => {
      const instead = change(body.response, call);
      if (instead !== undefined) body.response = instead;
    });
  },
});

/** Changes each row of the list in the responses to these actions, at the top or under a name. */
export const rows = (actions: readonly string[], change: (row: Body) => void): Rewriting =>
  responses(actions, (response) => {
    for (const row of rowsOf(response)) change(row);
  });

/** Replaces the rows in the responses to these actions. */
export const lists = (actions: readonly string[], others: (rows: Body[]) => Body[]): Rewriting =>
  responses(actions, (response) => {
    if (Array.isArray(response)) return others(listOf(response));
    const named = Object.entries(objectOf(response)).find(([, value]) => Array.isArray(value));
    if (named) objectOf(response)[named[0]] = others(listOf(named[1]));
    return undefined;
  });

function rowsOf(response: unknown): Body[] {
  if (Array.isArray(response)) return listOf(response);
  return Object.values(objectOf(response)).flatMap(listOf);
}

/** Refuses requests of an action that the exchange would not. */
export const refuses = (
  actions: Actions,
  isRefused: (call: Call) => boolean,
  [status, code, message]: readonly [status: number, code: string, message: string],
): Rewriting => ({
  asked: (call, backstage) => {
    if (!isAbout(actions, call) || !isRefused(call)) return call;
    return replyOf(status, { error: { code, message, category: 'REQUEST', retryable: false } }, backstage.now());
  },
});

/** Changes what surrounds the refusals of these actions that carry a code. */
export const changedRefusal = (actions: Actions, code: string, other: Partial<Reply>): Rewriting => ({
  responded: (reply, call) => (isAbout(actions, call) && codeOf(reply) === code ? { ...reply, ...other } : reply),
});

/** Does what the exchange has refused in these words, on second thoughts: `again` says how to ask for it. */
export const serves = (
  actions: Actions | RegExp,
  said: RegExp,
  again: (call: Call, backstage: Backstage) => Call | Reply | Promise<Call | Reply>,
): Rewriting => ({
  responded: async (reply, call, backstage) => {
    const isMeant = actions instanceof RegExp ? actions.test(call.action) : isAbout(actions, call);
    if (!isMeant || !said.test(messageOf(reply))) return reply;
    const instead = await again(call, backstage);
    return 'status' in instead ? instead : backstage.send(instead);
  },
});

/** The same request in the name of the owner, under a nonce of its own. */
export const asOwner = (call: Call, backstage: Backstage): Promise<Call> =>
  backstage.signedAnew(call, call.params, call.body.nonce === undefined ? {} : { nonce: backstage.nextNonce() });

/** Responds in place of the exchange, which does not receive the request. */
export const respondsItself = (actions: readonly string[], result: (call: Call) => unknown): Rewriting => ({
  asked: (call, backstage) =>
    isAbout(actions, call) ? replyOf(200, { response: result(call) }, backstage.now()) : call,
});

/** Changes params that are not signed: all of a read, and a few of a write. */
export const unsigned = (actions: readonly string[], change: (params: Body) => void): Rewriting => ({
  asked: (call) => {
    const params = isAbout(actions, call) ? otherParams(call, change) : undefined;
    return params ? withBody(call, { ...call.body, params }) : call;
  },
});

/** Changes params that are signed: the owner of the subaccount signs what the exchange sees. */
export const resigned = (actions: readonly string[], change: (params: Body) => void): Rewriting => ({
  asked: (call, backstage) => {
    const params = isAbout(actions, call) ? otherParams(call, change) : undefined;
    return params ? backstage.signedAnew(call, params) : call;
  },
});

/** Undefined when nothing changes, so that a request with a fault of its own keeps it. */
function otherParams(call: Call, change: (params: Body) => void): Body | undefined {
  const params = structuredClone(call.params);
  change(params);
  return JSON.stringify(params) === JSON.stringify(call.params) ? undefined : params;
}

/** Changes the orders of a placement, which are signed. */
export const orders = (change: (order: Body) => void): Rewriting =>
  resigned(['placeOrders'], (params) => listOf(params.orders).forEach(change));

/** Starts each exchange with other settings than were asked for. */
export const begins = (change: (settings: Body) => Body): Rewriting => ({
  begun: (settings) => ({ ...settings, ...change(settings) }),
});

/** Starts each exchange with other limits; those that a scenario sets itself stay. */
export const limited = (limits: Body): Rewriting =>
  begins((settings) => ({ limits: { ...limits, ...objectOf(settings.limits) } }));

/** Starts each exchange in its world, but for these figures of it. */
export const inWorld = (figures: Body): Rewriting =>
  begins(({ world }) => ({
    world: { ...figures, ...(typeof world === 'string' ? { extends: world } : objectOf(world)) },
  }));

/** A simulator with another source: in the file below `src/`, `to` stands in place of `from`, which occurs once. */
export const patched = (...patches: readonly (readonly [file: string, from: string, to: string])[]): Rewriting => ({
  source: patches.map(([file, from, to]) => ({ file: `src/${file}`, from, to })),
});

/** Changes notifications, which no request has asked for. */
export const notifications = (change: (frame: Body) => void): Rewriting => ({
  received: (frame) => {
    if (isNotification(frame)) change(frame);
    return [frame];
  },
});

export const isNotification = (frame: Body): boolean => frame.channel !== undefined && frame.status === undefined;

/** Changes replies to requests. */
export const replies = (change: (frame: Body) => void): Rewriting => ({
  received: (frame) => {
    if (frame.status !== undefined) change(frame);
    return [frame];
  },
});

/** Wrongs that the suite meets over WebSocket. */
export const onStreams = (wrongs: readonly Omit<Wrong, 'transport'>[]): Wrong[] =>
  wrongs.map((wrong) => ({ ...wrong, transport: 'ws' }));

/** What a response says is the matter. */
export const messageOf = ({ text }: Reply): string => String(objectOf(bodyOf(text).error).message);
export const codeOf = ({ text }: Reply): string => String(objectOf(bodyOf(text).error).code);
