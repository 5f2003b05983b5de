import { signingDomain } from '../../contract/signing.ts';
import type { NonceSource } from '../nonce.ts';
import type { Signer } from '../signer.ts';
import { type Params, typesOf } from '../typed-data.ts';
import { type Reply, resultOf } from './frames.ts';

export interface LoginParts {
  readonly signer: Signer;
  readonly subAccountId: string;
  readonly serviceName: string;
  /** Signed times serve once for each wallet, as nonces do, so they come from the same source. */
  readonly nonces: NonceSource;
  readonly random: () => number;
}

/** So often a signed time may be wrong before a login has failed. */
const ATTEMPTS = 10;
/** How far behind the exchange a time is chosen when several connections may want the same one. */
const SPREAD_MS = 10_000;

/**
 * Logs a connection in with the message as one text (wire 1.7). Where the clock of this machine is not that of the
 * exchange, which may stand still, the time of its refusal is signed instead.
 *
 * @throws ApiError when the exchange will not have this wallet
 */
export async function logIn(ask: (params: Params) => Promise<Reply>, parts: LoginParts): Promise<void> {
  let signedAt = parts.nonces.next();
  for (let attempt = 1; ; attempt += 1) {
    const reply = await ask(await loginParams(parts, signedAt));
    if (reply.status === 200) return;
    if (attempt === ATTEMPTS || !isAboutTime(reply)) {
      resultOf(reply);
      return;
    }
    signedAt = reply.timestamp - Math.floor(parts.random() * SPREAD_MS);
  }
}

const isAboutTime = ({ error }: Reply): boolean =>
  error?.message === 'request too old' ||
  error?.message === 'timestamp from future' ||
  error?.message === 'timestamp already used';

const DOMAIN_TYPE = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];
const ACTION = 'websocket_auth';

/** The params of an `auth` frame. `signedAt` in Unix milliseconds. */
async function loginParams({ signer, subAccountId, serviceName }: LoginParts, signedAt: number): Promise<Params> {
  const { r, s, v } = await signer.sign({
    type: 'AuthMessage',
    values: { subAccountId: BigInt(subAccountId), timestamp: BigInt(signedAt), action: ACTION },
  });
  const message = JSON.stringify({
    types: { EIP712Domain: DOMAIN_TYPE, ...typesOf('AuthMessage') },
    primaryType: 'AuthMessage',
    domain: signingDomain(serviceName),
    message: { subAccountId, timestamp: signedAt, action: ACTION },
  });
  return { message, signature: `${r}${s.slice(2)}${v.toString(16).padStart(2, '0')}` };
}
