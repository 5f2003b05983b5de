import { Signer } from '../../../client/signer.ts';
import { signingDomain } from '../../../contract/signing.ts';
import { typesOf } from '../../../client/typed-data.ts';

/** What a wallet signs to log in, and how the request encodes it. */
export interface Intent {
  readonly privateKey: string;
  readonly subAccountId: string;
  readonly timestamp: number | bigint;
  readonly action?: string;
  readonly serviceName?: string;
  /** Members of the written domain or message that are not the signed ones. */
  readonly domain?: Readonly<Record<string, unknown>>;
  readonly written?: Readonly<Record<string, unknown>>;
}

const DOMAIN_TYPE = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

/** The current form: the typed data as one text, the signature as another (wire 1.7). */
export async function textLogin(intent: Intent) {
  const { r, s, v } = await signatureOf(intent);
  const { subAccountId, timestamp, serviceName = 'PerpSim', domain, written } = intent;
  const text = JSON.stringify({
    types: { EIP712Domain: DOMAIN_TYPE, ...typesOf('AuthMessage') },
    primaryType: 'AuthMessage',
    domain: { ...signingDomain(serviceName), ...domain },
    message: { subAccountId, timestamp: Number(timestamp), action: actionOf(intent), ...written },
  });
  return { message: text, signature: `${r}${s.slice(2)}${v.toString(16).padStart(2, '0')}` };
}

/** The older form: the signed fields beside the signature. */
export async function flatLogin(intent: Intent) {
  const { subAccountId, timestamp, written } = intent;
  const signature = await signatureOf({ action: 'websocketAuth', ...intent });
  return { subAccountId, timestamp: Number(timestamp), action: 'websocketAuth', ...written, signature };
}

const actionOf = ({ action = 'websocket_auth' }: Intent): string => action;

const signatureOf = (intent: Intent) =>
  new Signer(intent.privateKey, intent.serviceName ?? 'PerpSim').sign({
    type: 'AuthMessage',
    values: {
      subAccountId: BigInt(intent.subAccountId),
      timestamp: BigInt(intent.timestamp),
      action: actionOf(intent),
    },
  });
