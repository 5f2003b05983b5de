/** A run is a process of its own, on a machine that may be busy: a step that waits for one, and what it waits for. */
export const STEP_OF_RUN = { timeout: 130_000 };
export const ENDS_WITHIN = { timeout: 120_000 };
