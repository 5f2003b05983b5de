/**
 * When a response may leave. `sync`: each input is synced before the engine applies it. `batch`: one sync covers all
 * inputs of a turn, and their responses wait for it. `none`: the operating system writes when it likes.
 */
export type Durability = 'sync' | 'batch' | 'none';
export const DURABILITIES: readonly Durability[] = ['sync', 'batch', 'none'];
