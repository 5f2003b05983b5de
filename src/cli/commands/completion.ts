import { nearestAside } from '../../kernel/nearest.ts';
import { CliCommand, type CommandBody } from '../define.ts';
import { print } from '../output.ts';
import { UsageError } from '../usage-error.ts';

/** `perpsim completion`. */
export const COMPLETION: CommandBody = {
  takes: ['bash, zsh or fish'],
  examples: [
    'perpsim completion bash >> ~/.bashrc',
    'perpsim completion zsh > "${fpath[1]}/_perpsim"',
    'perpsim completion fish > ~/.config/fish/completions/perpsim.fish',
  ],
  exits: { 0: 'printed' },
  run: async (given: string, _flags: object, { parent: program }: CliCommand) => {
    const shell = SHELLS.find((each) => each === given);
    if (!shell) {
      throw new UsageError(
        `the shell must be one of ${SHELLS.join(', ')} (got "${given}")${nearestAside(given, SHELLS)}`,
      );
    }
    if (program instanceof CliCommand) await print(completionScript(program, shell));
    return undefined;
  },
};

/** Shells that a script can be made for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A command with the words that may follow it: the commands below it and its flags. */
interface CursorPlace {
  /** Such as `snapshot save`; empty for the program itself. */
  readonly path: string;
  readonly words: readonly { readonly word: string; readonly about: string }[];
}

/** The script that completes the commands and flags of a program in a shell. */
export function completionScript(program: CliCommand, shell: Shell): string {
  const places = placesOf(program, []);
  switch (shell) {
    case 'bash':
      return bash(places);
    case 'zsh':
      return zsh(places);
    case 'fish':
      return fish(places);
  }
}

function placesOf(command: CliCommand, path: readonly string[]): CursorPlace[] {
  const below = command.below();
  const flags = command.options.filter(({ hidden, long }) => !hidden && long !== undefined);
  const own = {
    path: path.join(' '),
    words: [
      ...(path.join() === 'help' ? (command.parent?.commands ?? []) : below).map((each) => ({
        word: each.name(),
        about: each.description(),
      })),
      ...flags.flatMap(({ short, long = '', description }) => [
        ...(short?.startsWith('--') === true ? [{ word: short, about: description }] : []),
        { word: long, about: description },
      ]),
      { word: '--help', about: 'show the help' },
    ],
  };
  return [own, ...below.flatMap((each) => placesOf(each, [...path, each.name()]))];
}

/** Words that are no flags name the place; behind it, files complete what no word matches. */
function bash(places: readonly CursorPlace[]): string {
  const cases = places.map(({ path, words }) => `    "${path}") words="${words.map(({ word }) => word).join(' ')}" ;;`);
  const paths = places.map(({ path }) => `"${path}"`).join(' ');
  return `_perpsim() {
  local current="\${COMP_WORDS[COMP_CWORD]}" place="" next words="" known=" "
  local places=(${paths})
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${place:+$place }$word"
    for known in "\${places[@]}"; do
      if [ "$known" = "$next" ]; then place="$next"; break; fi
    done
  done
  case "$place" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _perpsim perpsim
`;
}

/** Read from the folder of functions it is called at once; sourced, it is registered. */
function zsh(places: readonly CursorPlace[]): string {
  const item = ({ word, about }: CursorPlace['words'][number]): string =>
    `'${`${word}:${about}`.replaceAll("'", "'\\''")}'`;
  const cases = places.map(({ path, words }) => `    "${path}") found=(${words.map(item).join(' ')}) ;;`);
  const paths = places.map(({ path }) => `"${path}"`).join(' ');
  return `#compdef perpsim
_perpsim() {
  local place="" next word
  local -a places=(${paths}) found
  for word in "\${words[@]:1:$((CURRENT - 2))}"; do
    next="\${place:+$place }$word"
    if (( \${places[(Ie)$next]} )); then place="$next"; fi
  done
  case "$place" in
${cases.join('\n')}
  esac
  _describe -V perpsim found || _files
}
if [ "$funcstack[1]" = "_perpsim" ]; then _perpsim "$@"; else compdef _perpsim perpsim; fi
`;
}

function fish(places: readonly CursorPlace[]): string {
  const paths = places.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  const lines = places.flatMap(({ path, words }) =>
    words.map(({ word, about }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c perpsim -n ${quoted(`__perpsim_at ${path}`.trim())} ${what} -d ${quoted(about)}`;
    }),
  );
  return `function __perpsim_at
  set -l place
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$place $word")
    if contains -- "$next" ${paths.join(' ')}
      set place "$next"
    end
  end
  test "$place" = "$argv"
end
${lines.join('\n')}
`;
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
