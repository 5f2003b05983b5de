/** Nothing at the target's address responds as the API does; a run of the suite ends with exit code 3. */
export class TargetUnreachable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TargetUnreachable';
  }
}
