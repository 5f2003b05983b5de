import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { ControlError } from '../../exchange/control-error.ts';
import { DocumentError, readDocument } from '../../exchange/world/document.ts';
import { type ServeOptions, type Setting, SETTINGS } from '../options.ts';
import { reasonOf, UsageError } from '../usage-error.ts';
import { nearestAside } from '../../kernel/nearest.ts';

/**
 * Reads `--config FILE`, YAML or JSON, whose keys are the flags in camelCase.
 *
 * @throws UsageError naming file, line and field
 */
export function readConfigFile(file: string): Partial<ServeOptions> {
  const source = readText(file);
  const lines = new LineCounter();
  // JSON is YAML; its strict schema and unique keys hold for both.
  const document = parseDocument(source, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const lineOf = (node: unknown): number => {
    const range = isNode(node) ? node.range : null;
    return lines.linePos(range?.[0] ?? 0).line;
  };
  const broken = document.errors[0] ?? document.warnings[0];
  if (broken !== undefined) throw complaint(file, lines.linePos(broken.pos[0]).line, firstLine(broken.message));
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return {};
  if (!isMap(root)) throw complaint(file, lineOf(root), 'the file must hold settings, such as "port: 8700"');
  const read: Record<string, unknown> = {};
  for (const { key, value } of root.items) {
    const name = isScalar(key) ? String(key.value) : String(key);
    const setting = SETTINGS.find((candidate) => candidate.key === name);
    if (setting === undefined)
      throw complaint(
        file,
        lineOf(key),
        `${name} is not a setting${nearestAside(name, KEYS)}; there are ${KEYS.join(', ')}`,
      );
    const given: unknown = isScalar(value) ? value.value : isMap(value) ? value.toJSON() : value;
    const result = readSetting(setting, given);
    if (typeof result === 'string') throw complaint(file, lineOf(value ?? key), result);
    read[name] = result.value;
  }
  return read;
}

/** The value of a setting, or what is wrong with it. */
function readSetting({ key, read }: Setting, given: unknown): { readonly value: unknown } | string {
  try {
    const result = read(given);
    return typeof result === 'string' ? `${key} must be ${result}` : result;
  } catch (error) {
    if (error instanceof ControlError) return error.message;
    throw error;
  }
}

const KEYS = SETTINGS.map(({ key }) => key);

function readText(file: string): string {
  try {
    return readDocument(file);
  } catch (error) {
    if (error instanceof DocumentError && error.line > 0) throw complaint(file, error.line, error.message);
    throw new UsageError(`cannot read the config file ${file}: ${reasonOf(error)}`);
  }
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? text;

const complaint = (file: string, line: number, what: string): UsageError =>
  new UsageError(`${file} line ${line}: ${what}`);
