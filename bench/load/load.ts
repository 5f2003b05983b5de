import autocannon from 'autocannon';
import { percentile } from '../table/statistics.ts';

export interface LoadResult {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Transport errors, timeouts, statuses other than 2xx, and responses that report a failure. */
  readonly errors: number;
}

const HEADERS = { 'content-type': 'application/json' };

/** True for a response that did what was asked: the envelope is ok and no item of it carries an error. */
const isGood = (body: unknown): boolean => {
  const text = String(body);
  return text.includes('"status":"ok"') && !text.includes('"error"');
};

/**
 * Posts every body once over `connections` sockets, each waiting for its response before it sends the next. Time runs
 * from the first request to the last response.
 */
export function postAll(url: string, bodies: readonly string[], connections: number): Promise<LoadResult> {
  const latencies: number[] = [];
  let connection = 0;
  let first = 0;
  let last = 0;
  return new Promise((resolve, reject) => {
    const load = autocannon(
      {
        url,
        connections,
        amount: bodies.length,
        timeout: 30,
        setupClient: (client) => {
          const own = bodies.filter((_, index) => index % connections === connection);
          connection += 1;
          client.setRequests(own.map((body) => ({ method: 'POST', path: '/v1/trade', headers: HEADERS, body })));
        },
        verifyBody: isGood,
      },
      (error: Error | null, result) => {
        if (error) {
          reject(error);
          return;
        }
        const errors = result.errors + result.timeouts + result.non2xx + result.mismatches;
        resolve({ perSecond: (latencies.length * 1000) / (last - first), p99Ms: percentile(latencies, 99), errors });
      },
    );
    load.on('start', () => {
      first = performance.now();
    });
    load.on('response', (_client, _status, _bytes, milliseconds) => {
      latencies.push(milliseconds);
      last = performance.now();
    });
  });
}
