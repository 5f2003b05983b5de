import { asyncApiChannelsDocument, asyncApiDocument, type AsyncApiInfo } from './asyncapi.ts';
import type { JsonDocument } from './document-parts.ts';
import { openApiActionsDocument } from './openapi-actions.ts';
import { openApiDocument, type OpenApiInfo } from './openapi.ts';

/** The documents for programs by the name under which an exchange serves them below `/docs/`. */
export const SERVED_DOCUMENTS: ReadonlyMap<string, (about: OpenApiInfo & AsyncApiInfo) => JsonDocument> = new Map([
  ['openapi.json', openApiDocument],
  ['openapi-actions.json', openApiActionsDocument],
  ['asyncapi.json', asyncApiDocument],
  ['asyncapi-channels.json', asyncApiChannelsDocument],
]);
