import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import { oracle } from './oracle.ts';
import { compileShape } from './shape-check.ts';

// Goal: in strict mode a response has a finding exactly when a validator of JSON Schema refuses it by the schema of the exchange, and a
// tolerant one has none where a strict one has none. Method: values made along each result's schema, one part in forty of them
// anything; ajv is the twin. That two names of one thing agree is more than a schema can say, so those findings are set aside.

const ajv = new Ajv2020({ strict: false, validateFormats: false });

interface Node {
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly patternProperties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

const WRONG = fc.constantFrom<unknown>(null, '', '-0', '1e5', '007', 1.5, -1, 0, true, [], {}, 'BTC-USDT', undefined);
const TEXTS = ['1', '0.50', '-2', '', 'BTC-USDT', 'USDT', `0x${'a'.repeat(40)}`, `0x${'b'.repeat(64)}`, 'x', '1.25'];
const NUMBERS = [0, 1, 3, 5, 1_767_571_200_000];

/** Values along a schema; one part in forty is anything. */
function valuesOf(node: Node): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 39, arbitrary: fitting(node) }, { weight: 1, arbitrary: WRONG });
}

function fitting(node: Node): fc.Arbitrary<unknown> {
  if (node.anyOf) return fc.oneof(...node.anyOf.map(valuesOf));
  if ('const' in node) return fc.constant(node.const);
  const [record] = Object.values(node.patternProperties ?? {});
  if (record) return fc.dictionary(fc.constantFrom('BTC-USDT', 'ETH-USDT', 'btc'), valuesOf(record), { maxKeys: 2 });
  switch (node.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(node.properties ?? {}).map(([name, member]) => [name, valuesOf(member)])),
        { requiredKeys: [...(node.required ?? [])] },
      );
    case 'array':
      return fc.array(valuesOf(node.items ?? {}), { maxLength: 2 });
    case 'string':
      return fc.constantFrom(...TEXTS.filter((text) => fitsText(node, text)));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.constantFrom(...NUMBERS.filter((number) => fitsNumber(node, number)));
  }
}

const fitsText = ({ pattern = '', minLength = 0 }: Node, text: string): boolean =>
  new RegExp(pattern).test(text) && text.length >= minLength;
const fitsNumber = ({ minimum = 0, maximum = Infinity }: Node, number: number): boolean =>
  number >= minimum && number <= maximum;

const isAgreement = (fault: string): boolean => fault.startsWith('the same as ');

test.each([...actionsOf(TRADE_ACTIONS), ...actionsOf(INFO_ACTIONS)].map(({ name, result }) => [name, result] as const))(
  '%s is judged as by a validator of JSON Schema',
  (name, schema) => {
    const validate = ajv.compile(schema);
    const shape = oracle().responses.get(name);
    if (!shape) throw new Error(`the contract has no ${name}`);
    const { check } = compileShape(shape, 'strict');
    const tolerant = compileShape(shape, 'tolerant').check;
    fc.assert(
      fc.property(valuesOf(schema as unknown as Node), (made) => {
        const value: unknown = made === undefined ? undefined : JSON.parse(JSON.stringify(made));
        const faults: string[] = [];
        const tolerated: string[] = [];
        check(value, '', { fault: (path, expected) => faults.push(`${path} ${expected}`), saw: () => undefined });
        tolerant(value, '', { fault: (path) => tolerated.push(path), saw: () => undefined });
        const own = faults.filter((fault) => !isAgreement(fault.slice(fault.indexOf(' ') + 1)));
        expect(own.length === 0, JSON.stringify([value, own])).toBe(validate(value));
        // What strict mode accepts has no fault.
        if (faults.length === 0) expect(tolerated).toEqual([]);
      }),
      { seed: 7, numRuns: 200 },
    );
  },
);
