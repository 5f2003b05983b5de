import type { ControlCommand, Input } from '../../engine/command.ts';
import type { State } from '../../engine/state.ts';
import { factsOf } from './event-facts.ts';
import type { LogRow } from './log-row.ts';
import { Words } from './words.ts';

/** A row in one line. */
export function rowText({ content }: LogRow, state: Readonly<State>): string {
  switch (content.of) {
    case 'input':
      return inputText(content.input, content.refused, new Words(state));
    case 'event':
      return factsOf(content.event).text(content.event, new Words(state, content.order));
    case 'refusal': {
      const { subject, verdict } = content.explanation;
      const item = subject['item'] === undefined ? '' : `, item ${subject['item']}`;
      return `${subject['action'] ?? 'request'}${item} refused: ${verdict['code']}: ${verdict['message']}`;
    }
  }
}

function inputText(input: Input, refused: number, words: Words): string {
  switch (input.kind) {
    case 'request': {
      const { length } = input.commands;
      const commands = length === 1 ? '' : `, ${length} commands`;
      return `${input.action}${commands}${refused === 0 ? '' : `, ${refused} refused`}`;
    }
    case 'control':
      return input.commands.map((command) => controlText(command, words)).join(', ');
    case 'clock':
      return 'The clock';
    case 'charge':
      return 'A request is charged';
  }
}

/** `Set index price 60000.0`. */
function controlText(command: ControlCommand, words: Words): string {
  const name = command.type.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  switch (command.type) {
    case 'SetIndexPrice':
      return `${name} ${words.index(command.symbol, command.price)}`;
    case 'SetMarkPrice':
      return `${name} ${words.price(command.symbol, command.price)}`;
    case 'Deposit':
      return `${name} ${words.amount(command.amount)} ${command.asset}`;
    default:
      return name;
  }
}
