import { addAudit } from './audit/command.ts';
import { addCalibrate } from './calibrate/command.ts';
import { addCompletion } from './completion/command.ts';
import { addConform } from './conform/command.ts';
import { addSteering } from './control/command.ts';
import { addData } from './data/command.ts';
import { addDoctor } from './doctor/command.ts';
import { addExplain } from './explain/command.ts';
import { addExplore } from './explore/command.ts';
import { addExport } from './export/command.ts';
import { addFork } from './fork/command.ts';
import { addInit } from './init/command.ts';
import { addJournal } from './journal/command.ts';
import { addMarket } from './market/command.ts';
import type { AddCommand } from './program.ts';
import { addRecord } from './record/command.ts';
import { addRejudge } from './rejudge/command.ts';
import { addReplay } from './replay/command.ts';
import { addReport } from './report/command.ts';
import { addRun } from './run/command.ts';
import { addScenario } from './scenario/command.ts';
import { addServe } from './serve/command.ts';
import { addSnapshot } from './snapshot/command.ts';
import { addSweep } from './sweep/command.ts';
import { addWhy } from './why/command.ts';

/** In the order in which the help lists them. */
export const COMMANDS: readonly AddCommand[] = [
  // What it needs is loaded when it is called.
  (program) => addServe(program, async (options) => (await import('./serve/serve.ts')).serve(options)),
  addInit,
  addDoctor,
  addExplain,
  addSteering,
  addAudit,
  addWhy,
  addJournal,
  addReplay,
  addSnapshot,
  addConform,
  addReport,
  addRecord,
  addRejudge,
  addExport,
  addData,
  addCalibrate,
  addFork,
  addRun,
  addScenario,
  addExplore,
  addSweep,
  addMarket,
  addCompletion,
];
