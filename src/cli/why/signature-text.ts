import { pairs, sections } from './why-text.ts';

/** A report on a signature as the control plane writes it. */
export interface SignatureReport {
  readonly action: string;
  readonly subAccountId: string;
  readonly typedData: object;
  readonly domainSeparator: string;
  readonly digest: string;
  readonly recovered: (Signer & { readonly owns: readonly string[] }) | null;
  readonly expected: readonly Signer[];
  readonly verdict: string;
  readonly mistake: {
    readonly field: string;
    readonly signed: string;
    readonly expected: string;
    readonly signer: string;
  } | null;
  readonly tried: number;
  readonly advice: string;
}

interface Signer {
  readonly address: string;
  readonly role: string | null;
}

/** The verdict with what to do, the mistake, the wallets, the hashes, and the typed data that has to be signed. */
export function signatureText(report: SignatureReport): string {
  const { action, subAccountId, verdict, advice, mistake, recovered, expected, domainSeparator, digest, tried } =
    report;
  return sections([
    [`signature of ${action} for subaccount ${subAccountId}: ${verdict}`, [advice]],
    ['mistake', mistake ? pairs(mistakeFacts(mistake)) : []],
    [
      'wallets',
      pairs({
        recovered: recovered ? named(recovered) : 'none',
        ...(recovered && recovered.owns.length > 0 && { owns: recovered.owns.join(', ') }),
        expected: expected.length === 0 ? 'none' : expected.map(named).join(', '),
      }),
    ],
    ['hashes', pairs({ 'domain separator': domainSeparator, digest, 'documents tried': String(tried) })],
    ['typed data that has to be signed', JSON.stringify(report.typedData, null, 2).split('\n')],
  ]);
}

const mistakeFacts = ({ field, signed, expected, signer }: NonNullable<SignatureReport['mistake']>) => ({
  field,
  signed,
  expected,
  signer,
});

const named = ({ address, role }: Signer): string =>
  `${address} (${role === null ? 'no right on the subaccount' : role})`;
