import { INFO_ACTIONS, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import { ERRORS } from '../../kernel/errors.ts';
import {
  type MapNode,
  nullable,
  object,
  type Reader,
  report,
  text,
  type WorldNode,
  type WorldProblem,
} from '../../exchange/world/read.ts';
import { checkParams } from './check-params.ts';
import { accountName, type Context, marketName } from './context.ts';
import { nearestHint } from '../../kernel/nearest.ts';
import { referencesIn } from './references.ts';
import { anyMap } from './values.ts';

interface WrittenRequest {
  readonly as: string;
  readonly for: string | null;
  readonly do: string;
  readonly with: Readonly<Record<string, unknown>>;
  readonly refused: string | null;
}

/** Fields that are signed beside the params. */
const SIGNED_BESIDE = ['subAccountId', 'expiresAfter'];

/** The code of a request to which no response came: it is no code of the API. */
const NO_RESPONSE = 'NO_RESPONSE';

const action: Reader<string> = (node, problems) => {
  const name = text(/\S/, 'the name of an action')(node, problems);
  if (name === undefined || TRADE_ACTIONS.has(name) || INFO_ACTIONS.has(name)) return name;
  return report(
    problems,
    node,
    `is no action of the API; ${nearestHint(name, [...TRADE_ACTIONS.keys(), ...INFO_ACTIONS.keys()])}`,
  );
};

const errorCode: Reader<string> = (node, problems) => {
  const code = text(/\S/, 'an error code')(node, problems);
  if (code === undefined || Object.hasOwn(ERRORS, code) || code === NO_RESPONSE) return code;
  return report(problems, node, `is no error code of the API; ${nearestHint(code, Object.keys(ERRORS))}`);
};

/** A request of the timeline, with the subaccount that it is for among its params. */
export interface RequestTerms {
  readonly account: string;
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly refused: string | null;
}

/** Reads a request whose common fields were taken out. */
export function readRequest(node: MapNode, context: Context, problems: WorldProblem[]): RequestTerms | undefined {
  const before = problems.length;
  const read = object<WrittenRequest>(
    {
      as: accountName(context),
      for: nullable(accountName(context)),
      do: action,
      with: anyMap,
      refused: nullable(errorCode),
    },
    { for: null, with: {}, refused: null },
  );
  const request = read(node, problems);
  if (!request) return undefined;
  // A request that is to be refused may be wrong on purpose.
  if (request.refused === null || request.refused === NO_RESPONSE) checkRequest(request.do, node, context, problems);
  if (problems.length > before) return undefined;
  const { as: account, for: owner, do: name, with: params, refused } = request;
  const own = owner === null ? {} : { subAccountId: `\${${owner}.subAccountId}` };
  return { account, action: name, params: { ...own, ...params }, refused };
}

function checkRequest(name: string, node: MapNode, context: Context, problems: WorldProblem[]): void {
  const schema = (TRADE_ACTIONS.get(name) ?? INFO_ACTIONS.get(name))?.params;
  const given = node.entries.get('with');
  if (!schema) return;
  if (given?.kind !== 'map') return checkParams(undefined, node, { name, schema, given: { action: name } }, problems);
  checkSymbols(given, context, problems);
  const entries = [...given.entries].filter(([key]) => !SIGNED_BESIDE.includes(key));
  checkParams({ ...given, entries: new Map(entries) }, node, { name, schema, given: { action: name } }, problems);
}

/** Fields called `symbol` name markets, except in actions about collateral, whose symbols have no dash. */
function checkSymbols(node: WorldNode, context: Context, problems: WorldProblem[]): void {
  if (node.kind === 'list') for (const item of node.items) checkSymbols(item, context, problems);
  if (node.kind !== 'map') return;
  for (const [key, member] of node.entries) {
    const isMarket = member.kind === 'scalar' && typeof member.value === 'string' && member.value.includes('-');
    if (key === 'symbol' && isMarket && referencesIn(member.value).length === 0) marketName(context)(member, problems);
    else checkSymbols(member, context, problems);
  }
}
