import { Type } from '@sinclair/typebox';
import { invariant, isRefusal, type Refusal, refuse } from '../../../../kernel/errors.ts';
import type { Permission } from '../../../../engine/accounts/account-terms.ts';
import type { Address } from '../../../../kernel/ids.ts';
import type { TimeMs } from '../../../../kernel/units.ts';
import { type ActionContext } from '../../../action.ts';
import {
  DelegatedSigner,
  delegatedSigner,
  delegateWallet,
  Permissions,
  UNDECODABLE,
} from '../../../records/delegated-signer.ts';
import { Closed } from '../../../primitives.ts';
import { asUint64 } from '../../../strict-json.ts';
import { defineWrite } from '../../../define.ts';
import { fieldTable, defaulted, optional, checked } from '../../../fields/table.ts';
import { texts, json } from '../../../fields/fields.ts';
import { signedMessage } from '../../../signing.ts';
import type { Json } from '../../../json.ts';
import { EXAMPLE_DELEGATE } from '../../../example-values.ts';

/** Last moment that a date can name; every time of the exchange is a safe integer below it. */
const LATEST_TIME: TimeMs = 8_640_000_000_000_000;

/** The response shows the form in which the permission is stored, which is never the old word. */
const Result = Closed({ ...DelegatedSigner.properties, permissions: Permissions });

/** Words on the wire; the old one is stored as what it stands for. */
const PERMISSION_OF: ReadonlyMap<string, Permission> = new Map([
  ['session', 'session'],
  ['delegate', 'delegate'],
  ['trading', 'session'],
]);

/** What the signature covers, as sent. */
interface Signed {
  readonly walletAddress: Address;
  readonly permissions: readonly string[];
  /** Unix ms, 0n never ends. */
  readonly expiresAt: bigint;
}

interface Grant {
  readonly wallet: Address;
  readonly permission: Permission;
  readonly expiresAt: TimeMs | null;
}

/**
 * Lets another wallet act on a subaccount, or changes what it may and until when.
 *
 * Units:  `expiresAt` in Unix ms, 0 or absent never ends.
 * Cost:   100 tokens.
 * Errors: 400 for the wallet, the permission or the end; 403 FORBIDDEN for a `session` signer, and for a `delegate` that
 *         grants more than `session` or changes what another wallet granted, its own delegation included: else it could
 *         widen or outlast it (SEC-13).
 * Source: clauses ADDDELEGATEDSIGNER; wire 1.8, 2.15.
 */
export const addDelegatedSigner = defineWrite({
  name: 'addDelegatedSigner',
  summary: 'Let another wallet act on a subaccount.',
  examples: [{ walletAddress: EXAMPLE_DELEGATE, permissions: ['session'], expiresAt: 0 }],
  fields: fieldTable(
    {
      walletAddress: delegateWallet(),
      permissions: defaulted(
        texts({ minItems: 1, maxItems: 1 }, { description: 'session, delegate, or trading for session' }),
        [],
      ),
      expiresAt: optional(checked(json(Type.Integer({ minimum: 0, description: 'Unix ms; 0 never ends' })), readEnd)),
    },
    UNDECODABLE,
  ),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'FORBIDDEN'],
  auth: {
    roles: ['owner', 'manager', 'delegate'],
    strangerCode: 'FORBIDDEN',
    refusal: refuse('FORBIDDEN', 'session signers cannot add delegated signers'),
  },
  cost: () => 100,
  typedMessage: ({ walletAddress: delegateAddress, ...sent }, request) =>
    signedMessage('AddDelegatedSigner', { delegateAddress, ...sent }, request),
  parse: (sent, context) => {
    const grant = readGrant(sent);
    return isRefusal(grant) ? grant : (refuseGrant(grant, context) ?? grant);
  },
  toCommands: ({ wallet, permission, expiresAt }, { account, wallet: grantedBy }) => [
    { type: 'GrantDelegation', account: account.no, wallet, permission, expiresAt, grantedBy },
  ],
  toResult: ({ wallet }, [outcome], { state, account }) => {
    if (outcome?.refusal) return outcome.refusal;
    const delegation = account.delegations.get(wallet);
    invariant(delegation, 'what was granted stands');
    return { ...delegatedSigner(state, account, delegation), permissions: [delegation.permission] };
  },
});

function readEnd(sent: Json = 0): bigint | Refusal {
  const expiresAt = asUint64(sent);
  return expiresAt === undefined ? invalid('expiresAt must be an unsigned 64-bit integer') : expiresAt;
}

function readGrant({ walletAddress: wallet, permissions, expiresAt }: Signed): Grant | Refusal {
  const [word = ''] = permissions;
  if (permissions.length !== 1) return invalid('exactly one permission must be specified');
  const permission = PERMISSION_OF.get(word);
  if (!permission) return invalid("invalid permission value: must be 'delegate', 'session', or 'trading'");
  if (expiresAt > BigInt(LATEST_TIME)) return invalid('expiresAt is too far in the future');
  return { wallet, permission, expiresAt: expiresAt === 0n ? null : Number(expiresAt) };
}

/** What depends on who asks: owner and managers grant freely. */
function refuseGrant(grant: Grant, { role, wallet, account }: ActionContext): Refusal | undefined {
  if (role !== 'delegate') return undefined;
  if (grant.permission !== 'session') return refuse('FORBIDDEN', 'delegate signers can only add session signers');
  const before = account.delegations.get(grant.wallet);
  if (!before || before.grantedBy === wallet) return undefined;
  return refuse('FORBIDDEN', 'delegate signers can only change signers they added');
}

const invalid = (message: string): Refusal => refuse('VALIDATION_ERROR', message);
