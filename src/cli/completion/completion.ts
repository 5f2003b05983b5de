import type { Command } from 'commander';

/** Shells that a script can be made for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A command with the words that may follow it: the commands below it and its flags. */
interface Place {
  /** Such as `snapshot save`; empty for the program itself. */
  readonly path: string;
  readonly words: readonly { readonly word: string; readonly about: string }[];
}

/** The script that completes the commands and flags of a program in a shell. */
export function completionScript(program: Command, shell: Shell): string {
  const places = placesOf(program, []);
  switch (shell) {
    case 'bash':
      return bash(places);
    case 'zsh':
      return `#compdef perpsim\nautoload -U +X bashcompinit && bashcompinit\n${bash(places)}`;
    case 'fish':
      return fish(places);
  }
}

function placesOf(command: Command, path: readonly string[]): Place[] {
  const below = command.commands.filter((each) => each.name() !== 'help' || path.length === 0);
  const flags = command.options.filter(({ hidden, long }) => !hidden && long !== undefined);
  const own = {
    path: path.join(' '),
    words: [
      ...below.map((each) => ({ word: each.name(), about: each.description() })),
      ...flags.map(({ long = '', description }) => ({ word: long, about: description })),
      { word: '--help', about: 'show the help' },
    ],
  };
  return [own, ...below.flatMap((each) => placesOf(each, [...path, each.name()]))];
}

/** Words that are no flags name the place; behind it, files complete what no word matches. */
function bash(places: readonly Place[]): string {
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

function fish(places: readonly Place[]): string {
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = places.flatMap(({ path, words }) => {
    const names = path === '' ? [] : path.split(' ');
    const seen = names.map((name) => `__fish_seen_subcommand_from ${name}`);
    const condition = names.length === 0 ? '__fish_use_subcommand' : seen.join('; and ');
    return words.map(({ word, about }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c perpsim -n ${quoted(condition)} ${what} -d ${quoted(about)}`;
    });
  });
  return `${lines.join('\n')}\n`;
}
