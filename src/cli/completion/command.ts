import type { Command } from 'commander';

/** `perpsim completion`; what it needs is loaded when it is called. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Prints a script that completes commands and flags in a shell.')
    .argument('<shell>', 'bash, zsh or fish')
    .allowExcessArguments(false)
    .addHelpText(
      'after',
      '\nExamples:\n  perpsim completion bash >> ~/.bashrc\n  perpsim completion zsh > "${fpath[1]}/_perpsim"\n' +
        '  perpsim completion fish > ~/.config/fish/completions/perpsim.fish\n' +
        '\nExit codes: 0 printed, 2 wrong usage, 6 output not written.',
    )
    .action(async (given: string) => {
      const [{ completionScript, SHELLS }, { print }, { UsageError }] = await Promise.all([
        import('./completion.ts'),
        import('../output.ts'),
        import('../usage-error.ts'),
      ]);
      const shell = SHELLS.find((each) => each === given);
      if (!shell) throw new UsageError(`the shell must be one of ${SHELLS.join(', ')} (got "${given}")`);
      await print(completionScript(program, shell));
    });
}
