import { isRecord } from '../../../kernel/entries.ts';
/** A line of a JSON document, and the member that it shows or opens, such as `message.orders[0].price`. */
export interface DocumentLine {
  readonly depth: number;
  readonly text: string;
  readonly path: string;
}

/** A value as indented JSON, line by line. A field of a type (`{name, type}`) takes one line, under the name of the field. */
export function linesOf(value: unknown): DocumentLine[] {
  return memberLines(value, '', 0, '', '');
}

/** Returns true for a line that shows a member or a part of it. */
export const shows = ({ path }: DocumentLine, member: string): boolean =>
  path === member || path.startsWith(`${member}.`) || path.startsWith(`${member}[`);

function memberLines(value: unknown, path: string, depth: number, label: string, comma: string): DocumentLine[] {
  const line = (text: string): DocumentLine => ({ depth, text, path });
  if (typeof value !== 'object' || value === null) return [line(`${label}${JSON.stringify(value)}${comma}`)];
  if (isField(value)) return [line(`${label}{ "name": "${value.name}", "type": "${value.type}" }${comma}`)];
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Array.isArray(value)
    ? value.map((item, at): Member => ({ label: '', path: pathOfItem(path, item, at), value: item }))
    : Object.entries(value).map(([name, item]): Member => ({
        label: `${JSON.stringify(name)}: `,
        path: path === '' ? name : `${path}.${name}`,
        value: item,
      }));
  if (members.length === 0) return [line(`${label}${open}${close}${comma}`)];
  const inside = members.flatMap((member, at) =>
    memberLines(member.value, member.path, depth + 1, member.label, at < members.length - 1 ? ',' : ''),
  );
  return [line(`${label}${open}`), ...inside, line(`${close}${comma}`)];
}

interface Member {
  readonly label: string;
  readonly path: string;
  readonly value: unknown;
}

const pathOfItem = (path: string, item: unknown, at: number): string =>
  isField(item) ? `${path}.${item.name}` : `${path}[${at}]`;

function isField(value: unknown): value is { readonly name: string; readonly type: string } {
  if (!isRecord(value) || Object.keys(value).join() !== 'name,type') return false;
  return typeof value['name'] === 'string' && typeof value['type'] === 'string';
}
