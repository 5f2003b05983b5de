import type { TObject, TSchema } from '@sinclair/typebox';
import { namesIn } from './route-path.ts';
import type { ControlCall } from '../../contract/control.ts';
import { FaultResponse } from '../../contract/control-responses.ts';

/** JSON documents, each on a line of its own. */
export const NDJSON = 'application/x-ndjson';

/** Builds the OpenAPI 3.1 document of the control plane from its calls. */
export function controlOpenApi(routes: readonly ControlCall[], prefix: string, version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const item = paths[route.path] ?? {};
    item[route.method.toLowerCase()] = operation(route);
    paths[route.path] = item;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'perpsim control plane',
      version,
      description:
        'Steers a simulated exchange: its clock, prices, accounts and status. It is no part of the public API and is ' +
        'open to this machine only or, where a control token is set, to holders of the token only.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: prefix }],
    security: [{}, { token: [] }],
    paths,
    components: {
      schemas: { Fault: FaultResponse },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'What --control-token was given.' } },
    },
  };
}

function operation({ method, path, summary, body, address, response, respondsLines, atOnce }: ControlCall): object {
  const required = (body.required ?? []).length > 0;
  const takesBody = method === 'POST';
  const takesAddress = Object.keys(body.properties).length > 0;
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[{}]/g, '').replace(/[/](\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    ...(!takesBody && takesAddress && { parameters: parametersOf(path, body) }),
    ...(address && { parameters: parametersOf(path, address) }),
    ...(takesBody && { requestBody: { required, content: json({ ...body, additionalProperties: false }) } }),
    responses: {
      '200': { description: 'Done', content: respondsLines ? { [NDJSON]: { schema: response } } : json(response) },
      ...(takesBody && {
        '400': { description: 'A field is missing or wrong; the response names it', content: FAULT },
        ...(atOnce
          ? { '409': { description: 'The clock is being advanced, which excludes this', content: FAULT } }
          : { '503': { description: 'The clock is being advanced; send it again after Retry-After', content: FAULT } }),
        '415': { description: 'The body is not sent as application/json', content: FAULT },
      }),
      ...(address && { '404': { description: 'What the path names is not known', content: FAULT } }),
      ...(!takesBody &&
        takesAddress && {
          '400': { description: 'A part of the address is wrong; the response names it', content: FAULT },
          '404': { description: 'What is asked for is not known; the response names it', content: FAULT },
        }),
      '401': { description: 'A token is set, and it is missing or wrong', content: FAULT },
      '403': { description: 'No direct call of this machine, or a page of another site', content: FAULT },
    },
  };
}

/** Fields of a GET: those in braces stand in the path, the others in the query. */
function parametersOf(path: string, body: TObject): object[] {
  const inPath = namesIn(path);
  return Object.entries(body.properties).map(([name, schema]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: (body.required ?? []).includes(name),
    schema,
  }));
}

const json = (schema: TSchema): object => ({ 'application/json': { schema } });
const FAULT = { 'application/json': { schema: { $ref: '#/components/schemas/Fault' } } };
