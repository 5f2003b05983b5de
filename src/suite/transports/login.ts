import { signingDomain } from '../../contract/signing.ts';
import { typesOf } from '../../client/typed-data.ts';
import type { Target, TargetWallet } from '../targets/target.ts';
import { signerOf } from './native-keys.ts';

const DOMAIN_TYPE = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];
const ACTION = 'websocket_auth';

/** When to sign a login: a wallet signs each time once, and on a target that outlives the scenario another one may have used it. */
export const loginTime = (target: Pick<Target, 'unusedLoginTime'>, { address }: TargetWallet, wanted: number): number =>
  target.unusedLoginTime?.(address, wanted) ?? wanted;

/** The params of an `auth` frame with the whole message as one text (wire 1.7). `signedAt` in Unix milliseconds. */
export async function loginParams(
  wallet: TargetWallet,
  serviceName: string,
  signedAt: number,
): Promise<{ readonly message: string; readonly signature: string }> {
  const { subAccountId } = wallet;
  const values = { subAccountId: BigInt(subAccountId), timestamp: BigInt(signedAt), action: ACTION };
  const { r, s, v } = await signerOf(wallet, { serviceName }).sign({ type: 'AuthMessage', values });
  const message = JSON.stringify({
    types: { EIP712Domain: DOMAIN_TYPE, ...typesOf('AuthMessage') },
    primaryType: 'AuthMessage',
    domain: signingDomain(serviceName),
    message: { subAccountId, timestamp: signedAt, action: ACTION },
  });
  return { message, signature: `${r}${s.slice(2)}${v.toString(16).padStart(2, '0')}` };
}
