/**
 * Where the machine's time enters the suite, for targets that live in it; nothing else of the harness waits or looks
 * at a clock. Tests hand in one of their own.
 */
export interface Wall {
  /** Unix milliseconds of this machine. */
  now(): number;
  wait(ms: number): Promise<void>;
  /** What `work` comes to, or undefined when it takes longer. */
  within<T>(ms: number, work: Promise<T>): Promise<T | undefined>;
}

export const wall: Wall = {
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, Math.ceil(ms))),
  within: async (ms, work) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), ms);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  },
};
