import type { ControlCall } from '../../contract/control.ts';
import { isObject, type JsonObject } from '../../contract/json.ts';
import { parseStrictJson } from '../../contract/strict-json.ts';
import { ControlError } from '../control-error.ts';
import type { HttpRequest } from '../exchange.ts';
import { checkFields } from '../read-fields.ts';

/**
 * Returns path, query and body of a control request as one set of fields.
 *
 * @param values - what stands in the path, by name
 * @throws ControlError for the first field that is not what its schema says
 */
export function readRequest(
  { method, body, address }: ControlCall,
  request: HttpRequest,
  values: Readonly<Record<string, string>>,
): JsonObject {
  if (method === 'GET') {
    // An address that takes no fields passes over its query, as any address does.
    if (Object.keys(body.properties).length === 0) return {};
    const fields = withQuery(values, request.path);
    checkFields(body, fields, '');
    return fields;
  }
  if (address) checkFields(address, values, '');
  const fields = readBody(request, (body.required ?? []).length > 0);
  checkFields(body, fields, '');
  return { ...fields, ...values };
}

/** Fields of the path and of the query, each a text. */
function withQuery(values: Readonly<Record<string, string>>, path: string): JsonObject {
  // A Map, so that `__proto__` is a name like any other.
  const fields = new Map(Object.entries(values));
  for (const [name, value] of new URLSearchParams(path.split('?').slice(1).join('?'))) {
    if (fields.has(name)) throw new ControlError('INVALID_FORMAT', name, `${name} is given twice`);
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

function readBody({ headers, body }: HttpRequest, isRequired: boolean): JsonObject {
  const type = headers['content-type'];
  if (body.length === 0 && type === undefined && !isRequired) return {};
  // Only JSON: a page of another site can send plain forms without asking, but never this type.
  if (!/^application\/json *(?:; *charset="?utf-8"? *)?$/i.test(type ?? '')) {
    throw new ControlError('INVALID_FORMAT', 'content-type', 'send the header "Content-Type: application/json"', 415);
  }
  const read = parseStrictJson(body);
  if ('error' in read) throw new ControlError('INVALID_FORMAT', 'body', `the body is not JSON: ${read.error}`);
  if (!isObject(read.value)) throw new ControlError('INVALID_FORMAT', 'body', 'the body must be a JSON object');
  return read.value;
}
