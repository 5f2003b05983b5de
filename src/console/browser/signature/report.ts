import { readControl, sendControl, type ControlResponse } from '../data/control.ts';

/** Who signed a request, as `POST /sim/v1/why/signature` reports it. */
export interface Report {
  readonly action: string;
  readonly subAccountId: string;
  readonly typedData: {
    readonly domain: object;
    readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
    readonly primaryType: string;
    readonly message: object;
  };
  readonly domainSeparator: string;
  readonly digest: string;
  readonly signature: { readonly v: number; readonly r: string; readonly s: string };
  readonly recovered: (Signer & { readonly owns: readonly string[] }) | null;
  readonly expected: readonly Signer[];
  readonly roles: readonly string[];
  readonly verdict: 'right' | 'explained' | 'unexplained';
  readonly mistake: {
    readonly field: string;
    readonly signed: string;
    readonly expected: string;
    readonly fix: string;
    readonly signer: string;
  } | null;
  readonly tried: number;
  readonly advice: string;
}

/** A wallet and what it is to the subaccount; null for nothing. */
export interface Signer {
  readonly address: string;
  readonly role: string | null;
}

/** A request that was refused for its signer. */
export interface RefusedSigner {
  readonly requestId: string;
  readonly at: number;
  readonly action: string | null;
  readonly step: string;
  readonly message: string;
}

const SIGNER_STEPS: readonly string[] = ['recoverWallet', 'checkAuthority'];
/** Refused requests that the page lists. */
const LISTED = 20;

/** The request goes as the text that was pasted: numbers beyond 2^53 keep their digits. */
export const examine = (request: string, address: string): Promise<ControlResponse<Report>> =>
  sendControl<Report>('/why/signature', { request, ...(address !== '' && { address }) });

export const reportOf = (requestId: string): Promise<ControlResponse<Report>> =>
  readControl<Report>(`/why/signature/${encodeURIComponent(requestId)}`);

/** The latest requests that were refused for their signer, newest first. */
export async function refusedSigners(): Promise<ControlResponse<readonly RefusedSigner[]>> {
  const read = await readControl<{ readonly refusals: readonly RefusedSigner[] }>('/why/refusals');
  if ('error' in read) return read;
  return { value: read.value.refusals.filter(({ step }) => SIGNER_STEPS.includes(step)).slice(0, LISTED) };
}
