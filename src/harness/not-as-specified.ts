/** Something of the target is wrong that no sentence of the scenario spoke of, such as the shape of a response. */
export class NotAsSpecified extends Error {
  override readonly name = 'NotAsSpecified';
}

/** Whether a failure, as Cucumber tells it, is one of these: it says something of the target, and not of the suite. */
export const isOfTarget = (message: string): boolean => message.startsWith('NotAsSpecified');
