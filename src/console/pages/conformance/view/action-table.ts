import { type Aspect, ASPECTS, type Model, type Scenario } from './model.ts';
import { recordOf } from '../../../../kernel/entries.ts';

/** The scenarios about one aspect of an action, by verdict. */
export interface Cell {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface ActionRow {
  readonly action: string;
  readonly surface: string;
  readonly clauses: { readonly proven: number; readonly all: number };
  readonly aspects: Readonly<Record<Aspect, Cell>>;
  readonly transports: { readonly rest: Cell; readonly ws: Cell };
}

/** Every action of the contract with the scenarios of the run that are about it. */
export function actionRows({ data, scenarios }: Model): ActionRow[] {
  return data.actions.map(([action, surface]) => {
    const about = scenarios.filter(({ actions }) => actions.includes(action));
    const own = data.clauses.filter((clause) => clause.action === action);
    return {
      action,
      surface,
      clauses: { proven: own.filter(({ state }) => state === 'proven').length, all: own.length },
      aspects: recordOf(ASPECTS, (aspect) => cellOf(about.filter((one) => one.aspects.includes(aspect)))),
      transports: {
        rest: cellOf(about.filter(({ transport }) => transport === 'rest')),
        ws: cellOf(about.filter(({ transport }) => transport === 'ws')),
      },
    };
  });
}

function cellOf(scenarios: readonly Scenario[]): Cell {
  const passed = scenarios.filter(({ verdict }) => verdict === 'passed').length;
  const skipped = scenarios.filter(({ verdict }) => verdict === 'skipped').length;
  return { passed, skipped, failed: scenarios.length - passed - skipped };
}
