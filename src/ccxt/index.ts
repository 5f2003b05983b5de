import { PerpsimPro } from './pro.ts';
import { Perpsim } from './trading.ts';

export { Perpsim, PerpsimPro };

/** As ccxt has its exchanges: `perpsim` for requests, `pro.perpsim` for streams too. */
export default { perpsim: Perpsim, pro: { perpsim: PerpsimPro } };
