import type { Explanation, ExplanationInput } from '../explanation.ts';
import type { KnownSigner, SignatureReport } from './signature-report.ts';

/** Signers that an explanation lists. */
const LISTED = 5;

/** Adds to the explanation of a refusal what was signed instead, and how to see all of it. */
export function withSigner(explanation: Explanation, report: SignatureReport): Explanation {
  const { mistake, advice } = report;
  const requestId = explanation.subject['requestId'] ?? '';
  return {
    ...explanation,
    verdict: {
      ...explanation.verdict,
      ...(mistake && { mistake: mistake.field, signed: mistake.signed, expected: mistake.expected }),
      fix: advice,
      details: `perpsim why signature ${requestId}`,
    },
    inputs: [...explanation.inputs, ...inputsOf(report)],
  };
}

function inputsOf({ recovered, expected, digest, domainSeparator, tried }: SignatureReport): ExplanationInput[] {
  const more = expected.length - LISTED;
  const signers = expected.slice(0, LISTED).map(named).join(', ');
  return [
    word('recovered', recovered ? named(recovered) : 'none', 'the signature over the digest'),
    word('signers', signers + (more > 0 ? ` and ${more} more` : ''), 'wallets with a right on the subaccount'),
    word('digest', digest, 'hash of the typed data that has to be signed'),
    word('domainSeparator', domainSeparator, 'hash of its domain'),
    word('tried', String(tried), 'documents with a common mistake'),
  ];
}

const named = ({ address, role }: KnownSigner): string => (role === null ? address : `${address} (${role})`);

const word = (name: string, value: string, from: string): ExplanationInput => ({ name, value, unit: '', from });
