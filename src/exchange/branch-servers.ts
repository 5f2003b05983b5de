import { CONTROL_COMMAND_NAMES, CONTROL_COMMANDS, controlArguments, isControlCommand } from '../contract/control.ts';
import { dumpText } from '../kernel/canonical-json.ts';
import { nearestAside } from '../kernel/nearest.ts';
import { ControlError } from './control-error.ts';
import { EventLog } from './event-log/event-log.ts';
import type { Exchange } from './exchange.ts';
import type { QueueAge } from './queue-age.ts';
import { createControlPlane } from './control/control-plane.ts';
import type { Branch, Branches, Change, Parting } from './control/route.ts';
import { inputLine } from './event-log/row-maker.ts';
import type { Moment } from './moments.ts';
import { checkFields } from './read-fields.ts';
import type { Repeated } from './run-again.ts';
import type { RunView } from './run-view.ts';
import { refusalWriter } from './rest/refusals.ts';
import { type Bound, type InnerRoutes, RestServer } from './rest/server.ts';
import { WsUpgradeHandler } from './ws/upgrade-handler.ts';
import { systemCodeOf } from '../kernel/thrown.ts';

const LOOPBACK = '127.0.0.1';

interface Running {
  readonly branch: Branch;
  readonly log: EventLog;
  readonly view: RunView;
  /** The last input that it has from the other exchange. */
  readonly begun: number;
  readonly close: () => Promise<void>;
}

interface BranchOptions {
  readonly token: string | null;
  readonly onError: (error: unknown) => void;
  /** That of the process: its branches and itself take turns. */
  readonly queue?: QueueAge;
  /** What every branch serves beside its API and its control plane. */
  readonly innerRoutes?: readonly InnerRoutes[];
}

/** Exchanges that were started from snapshots of another, each on a port of this machine. They end with the other. */
export class BranchServers implements Branches {
  readonly #exchange: Pick<Exchange, 'branch' | 'branchAt' | 'runView' | 'version'>;
  readonly #options: BranchOptions;
  readonly #running = new Map<number, Running>();

  constructor(exchange: Pick<Exchange, 'branch' | 'branchAt' | 'runView' | 'version'>, options: BranchOptions) {
    this.#exchange = exchange;
    this.#options = options;
  }

  async start(from: string | Moment, port: number): Promise<Branch> {
    const exchange = await (typeof from === 'string' ? this.#exchange.branch(from) : this.#exchange.branchAt(from));
    const { inputSeq } = exchange.runView.state;
    return this.#serve(
      exchange,
      { snapshot: typeof from === 'string' ? from : `input ${inputSeq}`, begun: inputSeq },
      port,
    );
  }

  async again(moment: Moment, change: Change | null, port: number): Promise<Branch & Repeated> {
    const original = this.#exchange.runView.againFrom(moment);
    const exchange = await this.#exchange.branchAt(moment);
    const { now } = this.#exchange.runView.state;
    const begun = exchange.runView.state.inputSeq;
    try {
      if (change) carryOut(exchange, change);
      const repeated = await exchange.repeat(moment, original?.inputs ?? []);
      if (now > exchange.clock.now()) await exchange.clock.advanceToAsync(now);
      return { ...(await this.#serve(exchange, { snapshot: `input ${begun}`, begun }, port)), ...repeated };
    } catch (error) {
      await exchange.close();
      throw error;
    }
  }

  open(name: string, exchange: Exchange, port: number): Promise<Branch> {
    return this.#serve(exchange, { snapshot: name, begun: 0 }, port);
  }

  parting(port: number, beside: number | null = null): Parting {
    const one = this.#at(port);
    const another = beside === null ? null : this.#at(beside);
    const [here, there] = [another?.view ?? this.#exchange.runView, one.view];
    const begun = Math.min(one.begun, another?.begun ?? one.begun);
    const isSameStart = dumpText(here.state.config) === dumpText(there.state.config);
    const ahead = (of: RunView, from: number) => of.journal.records(from)[Symbol.iterator]();
    const [mine, its] = [ahead(here, begun + 1).next(), ahead(there, begun + 1).next()];
    // A reset or a revert of one of them makes two other runs of them.
    const isApart = mine.done !== true && its.done !== true && mine.value.crc !== its.value.crc;
    let seq = isApart ? Math.max(here.journal.first, there.journal.first) : begun + 1;
    const [inputs, others] = [ahead(here, seq), ahead(there, seq)];
    for (; ; seq += 1) {
      const [own, other] = [inputs.next(), others.next()];
      const [left, right] = [
        own.done === true ? null : own.value.input,
        other.done === true ? null : other.value.input,
      ];
      if (left === null && right === null) return { isSameStart, input: null, here: null, there: null };
      if (left !== null && right !== null && dumpText(left) === dumpText(right)) continue;
      return {
        isSameStart,
        input: seq,
        here: left && inputLine(left, here.state),
        there: right && inputLine(right, there.state),
      };
    }
  }

  async #serve(
    exchange: Exchange,
    { snapshot, begun }: { readonly snapshot: string; readonly begun: number },
    port: number,
  ): Promise<Branch> {
    const { token, onError, queue, innerRoutes = [] } = this.#options;
    const shared = queue && { queue };
    const branches = new BranchServers(exchange, this.#options);
    const log = new EventLog(exchange.runView);
    const writeRefusal = refusalWriter(exchange);
    const server = new RestServer({
      exchange,
      writeRefusal,
      ...shared,
      streams: new WsUpgradeHandler({ exchange, writeRefusal, onError, ...shared }),
      innerRoutes: [
        ...innerRoutes,
        createControlPlane(exchange, {
          boundHost: LOOPBACK,
          token,
          version: exchange.version,
          branches,
          log: () => log,
        }),
      ],
      onError,
    });
    const close = async (): Promise<void> => {
      await branches.close();
      await server.close();
      await exchange.close();
      log.close();
    };
    const bound = await listening(server, port, close);
    const url = `${bound.origin}/v1`;
    const wsUrl = `${bound.origin.replace(/^http/, 'ws')}/v1/ws`;
    exchange.bound({ url, wsUrl });
    const branch = { snapshot, port: bound.port, url, wsUrl, controlUrl: `${bound.origin}/sim/v1` };
    this.#running.set(bound.port, { branch, log, view: exchange.runView, begun, close });
    return branch;
  }

  list(): readonly Branch[] {
    return Array.from(this.#running.values(), ({ branch }) => branch);
  }

  logOf(port: number): EventLog {
    return this.#at(port).log;
  }

  async end(port: number): Promise<void> {
    const running = this.#at(port);
    this.#running.delete(port);
    await running.close();
  }

  #at(port: number): Running {
    const running = this.#running.get(port);
    if (running) return running;
    throw new ControlError('NOT_FOUND', 'port', `there is no branch on port ${port}`, 404);
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((port) => this.end(port)));
  }
}

/** Carries out a command of the control plane. Throws ControlError for one that there is not, and for wrong fields. */
function carryOut({ control }: Exchange, { command, fields }: Change): void {
  if (!isControlCommand(command)) {
    const message = `there is no command ${command}${nearestAside(command, CONTROL_COMMAND_NAMES)}`;
    throw new ControlError('INVALID_VALUE', 'command', message);
  }
  checkFields(CONTROL_COMMANDS[command].body, fields, '');
  // The table lists the fields in the order of the function, which the type of a union of functions cannot say.
  (control[command] as (...given: readonly unknown[]) => void)(...controlArguments(command, fields));
}

async function listening(server: RestServer, port: number, close: () => Promise<void>): Promise<Bound> {
  try {
    return await server.listen({ host: LOOPBACK, port });
  } catch (error) {
    await close();
    const code = systemCodeOf(error) ?? 'unknown error';
    const reason = code === 'EADDRINUSE' ? 'it is in use' : code;
    throw new ControlError('INVALID_VALUE', 'port', `port ${port} of ${LOOPBACK} cannot be opened: ${reason}`, 409);
  }
}
