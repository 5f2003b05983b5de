/** The target cannot be reached, or its control plane does not do what it is asked. */
export class TargetLost extends Error {
  override readonly name = 'TargetLost';
}
