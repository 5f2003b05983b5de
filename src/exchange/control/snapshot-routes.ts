import { Type } from '@sinclair/typebox';
import { ControlError } from '../control-error.ts';
import { Lines } from './ndjson.ts';
import { type Beside, type Branches, type ControlRoute, getBy, post, postBy } from './route.ts';
import { AnyResponse, SuccessResponse, TimeMs } from '../../contract/control-fields.ts';
import { stateOf } from './state-of.ts';

/** Routes that save the whole exchange, go back, and start others from what was saved. */

const SnapshotName = Type.String({ minLength: 1, maxLength: 64, description: 'the name of a snapshot' });
const Named = Type.Object({ name: SnapshotName });
const Port = Type.Integer({ minimum: 0, maximum: 65_535, description: 'a port from 0 to 65535, 0 for a free one' });
const PortText = Type.String({ pattern: '^[1-9][0-9]{0,4}$', description: 'the port of a branch' });

const SnapshotResponse = Type.Object({
  name: Type.String(),
  inputs: Type.Integer({ description: 'inputs up to the snapshot' }),
  time: TimeMs,
  chain: Type.String({ description: 'the rolling digest of everything that had happened' }),
  world: Type.String(),
  seed: Type.String(),
});
const BranchResponse = Type.Object({
  snapshot: Type.String(),
  port: Type.Integer(),
  url: Type.String(),
  wsUrl: Type.String(),
  controlUrl: Type.String(),
});
const DocumentLine = { ...AnyResponse, description: 'the snapshot as one line of canonical JSON with its sum' };

function branchesIn({ branches }: Beside): Branches {
  if (branches) return branches;
  throw new ControlError('INVALID_VALUE', 'path', 'there is no server that could open a port for a branch', 409);
}

export const SNAPSHOT_ROUTES: readonly ControlRoute[] = [
  getBy(
    '/snapshots',
    'Snapshots that have been taken',
    Type.Object({}),
    Type.Object({ snapshots: Type.Array(SnapshotResponse) }),
    (exchange) => ({ snapshots: exchange.snapshots() }),
  ),
  post(
    '/snapshots',
    'Takes a snapshot of the whole exchange, under a name or the next number',
    Type.Object({ name: Type.Optional(SnapshotName) }),
    SnapshotResponse,
    (exchange, { name }) => {
      const taken = exchange.snapshot(name);
      return exchange.snapshots().find((snapshot) => snapshot.name === taken);
    },
  ),
  {
    ...getBy(
      '/snapshots/{name}',
      'A snapshot as a document, for --state',
      Named,
      DocumentLine,
      (exchange, { name }) => new Lines([exchange.exportSnapshot(name)]),
    ),
    respondsLines: true,
  },
  getBy(
    '/snapshots/{name}/compare',
    'How a snapshot differs from another one, or from the exchange as it is',
    Type.Object({ name: SnapshotName, with: Type.Optional(SnapshotName) }),
    Type.Object({
      a: SnapshotResponse,
      b: { ...SnapshotResponse, description: 'its name is empty for the exchange as it is' },
      total: Type.Integer({ description: 'places of the state that differ' }),
      differences: Type.Array(Type.Object({ path: Type.String(), a: Type.String(), b: Type.String() }), {
        description: 'the first 50 of them',
      }),
    }),
    (exchange, { name, with: other }) => exchange.compareSnapshot(name, other),
  ),
  postBy(
    '/snapshots/{name}/revert',
    'Goes back to a snapshot, as often as wanted; URLs stay, streams end',
    Named,
    Type.Object({}),
    AnyResponse,
    async (exchange, { name }) => {
      await exchange.revert(name);
      return stateOf(exchange);
    },
  ),
  postBy(
    '/snapshots/{name}/delete',
    'Deletes a snapshot',
    Named,
    Type.Object({}),
    SuccessResponse,
    (exchange, { name }) => {
      exchange.deleteSnapshot(name);
      return { ok: true };
    },
  ),
  postBy(
    '/snapshots/{name}/branch',
    'Starts a second exchange from a snapshot, on a port of its own',
    Named,
    Type.Object({ port: Type.Optional(Port) }),
    BranchResponse,
    (_exchange, { name, port = 0 }, beside) => branchesIn(beside).start(name, port),
  ),
  getBy(
    '/branches',
    'Exchanges that were started from snapshots of this one and still run',
    Type.Object({}),
    Type.Object({ branches: Type.Array(BranchResponse) }),
    (_exchange, _fields, { branches }) => ({ branches: branches?.list() ?? [] }),
  ),
  postBy(
    '/branches/{port}/end',
    'Ends the exchange on a port that was started from a snapshot',
    Type.Object({ port: PortText }),
    Type.Object({}),
    SuccessResponse,
    async (_exchange, { port }, beside) => {
      await branchesIn(beside).end(Number(port));
      return { ok: true };
    },
  ),
];
