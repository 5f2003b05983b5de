import { shellQuoted } from '../../../kernel/shell.ts';

/** The same request in the languages that people use. Keys never stand in them: code reads them from the environment. */

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Request {
  /** Ends in `/v1`. */
  readonly restUrl: string;
  readonly serviceName: string;
  readonly subAccountId: string;
  readonly action: string;
  readonly params: object;
  /** The signed body as it is sent. */
  readonly body: object;
}

/** The request as code: for a shell the very bytes that were signed, else a program that signs for itself. */
export function codeOf(language: Language, request: Request): string {
  switch (language) {
    case 'curl':
      return `curl -s ${request.restUrl}/trade -H 'content-type: application/json' -d ${shellQuoted(JSON.stringify(request.body))}`;
    case 'TypeScript':
      return typescript(request);
    case 'Python':
      return python(request);
  }
}

const typescript = ({ restUrl, serviceName, subAccountId, action, params }: Request): string =>
  `import { Client } from 'perpsim/client';

const client = new Client({
  restUrl: '${restUrl}',
  serviceName: '${serviceName}',
  subAccountId: '${subAccountId}',
  privateKey: process.env.PRIVATE_KEY,
});
console.log(await client.raw('${action}', ${JSON.stringify(params, null, 2)}));
`;

const python = ({ restUrl, serviceName, subAccountId, action, params }: Request): string =>
  `import os
from perpsim_client import Client

client = Client("${restUrl}", os.environ["PRIVATE_KEY"], "${subAccountId}", service_name="${serviceName}")
print(client.write("${action}", ${keywordsOf(params)}))
`;

const keywordsOf = (params: object): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${pythonOf(value)}`)
    .join(', ');

/** A value as Python writes it. */
function pythonOf(value: unknown): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null || value === undefined) return 'None';
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${pythonOf(member)}`);
    return `{${members.join(', ')}}`;
  }
  return JSON.stringify(value);
}
