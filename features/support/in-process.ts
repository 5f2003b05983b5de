import { inProcessDeployment } from '../../src/cli/conform/in-process.ts';
import { beginOtherwiseOn } from '../../src/suite/run/current.ts';

/** Features that run without the command line begin on simulators inside this process. */
beginOtherwiseOn(inProcessDeployment);
