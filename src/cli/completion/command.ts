import type { CliCommand } from '../cli-command.ts';

/** `perpsim completion`; what it needs is loaded when it is called. */
export function addCompletion(program: CliCommand): void {
  program
    .command('completion')
    .description('Prints a script that completes commands and flags in a shell.')
    .argument('<shell>', 'bash, zsh or fish')
    .allowExcessArguments(false)
    .withHelp({
      examples: [
        'perpsim completion bash >> ~/.bashrc',
        'perpsim completion zsh > "${fpath[1]}/_perpsim"',
        'perpsim completion fish > ~/.config/fish/completions/perpsim.fish',
      ],
      exits: { 0: 'printed' },
    })
    .action(async (given: string) => {
      const [{ completionScript, SHELLS }, { nearestAside }, { print }, { UsageError }] = await Promise.all([
        import('./completion.ts'),
        import('../../kernel/nearest.ts'),
        import('../output.ts'),
        import('../usage-error.ts'),
      ]);
      const shell = SHELLS.find((each) => each === given);
      if (!shell)
        throw new UsageError(
          `the shell must be one of ${SHELLS.join(', ')} (got "${given}")${nearestAside(given, SHELLS)}`,
        );
      await print(completionScript(program, shell));
    });
}
