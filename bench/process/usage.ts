import { startProfile } from './profile-session.ts';

/** What a server process has used since it started. */
export interface Usage {
  /** Microseconds of processor time in user and kernel mode, all threads. */
  readonly cpuUs: number;
  readonly rssMiB: number;
}

const MIB = 1_048_576;

/**
 * Says to the benchmark that this server is ready, and tells it on request what the process uses. With a profile wanted,
 * the first request starts it and `end` writes it, so that it covers what is measured and not the warm-up.
 */
export function announceReady(url: string): void {
  let endProfile: (() => Promise<void>) | null = null;
  process.on('message', (question) => {
    void (async () => {
      if (question === 'end') {
        await endProfile?.();
        process.send?.({});
        return;
      }
      const { user, system } = process.cpuUsage();
      endProfile ??= await startProfile();
      const usage: Usage = { cpuUs: user + system, rssMiB: process.memoryUsage.rss() / MIB };
      process.send?.(usage);
    })();
  });
  process.stdout.write(`ready ${url}\n`);
}
