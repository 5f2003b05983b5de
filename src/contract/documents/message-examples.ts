import type { Action } from '../action.ts';
import { docOf } from './action-docs.ts';
import type { JsonDocument } from './document-parts.ts';
import { EXAMPLE_FRAMES } from './example-frames.ts';

/** Returns the frames of a message that an exchange has really taken or sent, if any were recorded. */
export const recordedFrames = (message: string): JsonDocument[] =>
  (EXAMPLE_FRAMES[message] ?? []).map((frame) => JSON.parse(frame) as JsonDocument);

/** Returns the documented requests of an action as frames of its `post`: params and signed fields stand flat (wire 4.3). */
export const postFrames = (action: Action): JsonDocument[] =>
  docOf(action).examples.map(({ params, ...signed }, index) => ({
    id: String(index + 1),
    method: 'post',
    params: { ...(params as JsonDocument), ...signed },
  }));
