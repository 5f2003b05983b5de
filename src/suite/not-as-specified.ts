/** Something of the target is wrong that no sentence of the scenario spoke of, such as the shape of a response. */
export class NotAsSpecified extends Error {
  override readonly name = 'NotAsSpecified';
}

/** Whether a failure that Cucumber reports is one of these: the target has failed, and not the suite. */
export const isOfTarget = (message: string): boolean => message.startsWith('NotAsSpecified');
