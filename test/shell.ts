import { spawnSync } from 'node:child_process';

export interface ShellResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a line of shell, for what only a shell does: pipes, limits and where output goes. Words are `$1`, `$2` and so on. */
export function shell(line: string, ...words: readonly string[]): ShellResult {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line, 'bash', ...words], { encoding: 'utf8' });
  return { code: status, stdout, stderr };
}
