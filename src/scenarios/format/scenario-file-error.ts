import { FileProblemsError } from '../../exchange/world/read.ts';

/** Thrown with every problem of the files of a scenario at once, those of its world included. */
export class ScenarioFileError extends FileProblemsError {
  override readonly name = 'ScenarioFileError';
}
