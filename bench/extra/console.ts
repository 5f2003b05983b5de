import type { Browser } from 'playwright';
import { launch } from '../../scripts/chromium.ts';
import { lackOf, missingOf } from '../../scripts/programs.ts';
import type { Part } from '../process/run.ts';
import { cpuSecondsOf, type Served, startCommand } from '../process/serve.ts';
import { type Figure, figure, short } from '../table/figure.ts';

/** How long the market page is watched in a round, after it has been open for `SETTLE_MS`. */
const WATCH_MS = 10_000;
const SETTLE_MS = 3_000;
/** A frame that comes later than this after the one before was missed at 60 frames a second. */
const MISSED_MS = 25;
/** Nine markets, busy, in real time: more than people usually watch. */
const FLAGS = ['--world', 'bench/worlds/liveliness-busy.json', '--clock', 'live', '--seed', '7'];
const WINDOW = { viewport: { width: 1440, height: 900 } };

/** What one window has shown. */
interface Seen {
  /** From the request of the document to its first content. */
  readonly paintMs: number;
  /** From the request of the document to the first row of the book. */
  readonly rowMs: number;
  /** What moved on the page by itself, as Chromium scores it. */
  readonly shift: number;
  readonly framesPerSecond: number;
  /** Share of the frames that came late. */
  readonly missed: number;
  /** Messages of the streams a second. */
  readonly messages: number;
  /** Share of a core. */
  readonly browserCpu: number;
  readonly serverCpu: number;
}

/** Run in the page: the times of all frames of a while. */
const FRAMES = `new Promise((resolve) => {
  const times = [];
  const end = performance.now() + ${WATCH_MS};
  requestAnimationFrame(function next(now) {
    times.push(now);
    if (now < end) requestAnimationFrame(next);
    else resolve(times);
  });
})`;
/** Run before the scripts of the page. */
const WATCH = `
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });
  (function look() {
    if (document.querySelector('.levels tr.level')) window.firstRow = performance.now();
    else requestAnimationFrame(look);
  })();
`;
const PAINT = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null`;

/** Processor time of the browser with all its processes. */
async function browserSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

async function watch(browser: Browser, server: Served): Promise<Seen> {
  const context = await browser.newContext(WINDOW);
  try {
    const page = await context.newPage();
    let messages = 0;
    page.on('websocket', (socket) => socket.on('framereceived', () => (messages += 1)));
    await page.addInitScript(WATCH);
    await page.goto(`${server.url}/console`);
    await page.waitForTimeout(SETTLE_MS);
    const paintMs = await page.evaluate<number | null>(PAINT);
    if (paintMs === null) throw new Error('the console has painted nothing');
    const rowMs = await page.evaluate<number | null>('window.firstRow ?? null');
    if (rowMs === null) throw new Error('the console has shown no book');
    const shift = await page.evaluate<number>('window.shifted');
    const before = { messages, browser: await browserSeconds(browser), server: cpuSecondsOf(server.pid) ?? Number.NaN };
    const times = await page.evaluate<number[]>(FRAMES);
    const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000;
    const late = times.filter((time, at) => at > 0 && time - (times[at - 1] ?? 0) > MISSED_MS).length;
    return {
      paintMs,
      rowMs,
      shift,
      framesPerSecond: (times.length - 1) / seconds,
      missed: late / (times.length - 1),
      messages: (messages - before.messages) / seconds,
      browserCpu: ((await browserSeconds(browser)) - before.browser) / seconds,
      serverCpu: ((cpuSecondsOf(server.pid) ?? Number.NaN) - before.server) / seconds,
    };
  } finally {
    await context.close();
  }
}

/** The market page of the console in Chromium, without a graphics processor, beside the server on the same machine. */
export const consolePart: Part = {
  name: 'console',
  about:
    'the market page in Chromium: first paint, first row of the book, layout shift, frames a second, processor time, with nine busy markets',
  rounds: 5,
  roundSeconds: 15,
  fixedSeconds: 4,
  extra: true,
  measure: async (run) => {
    if (missingOf(['chromium']).length > 0) throw new Error(lackOf(['chromium']));
    const server = await startCommand(...FLAGS);
    const browser = await launch();
    try {
      const seen = await run.each(() => watch(browser, server));
      const of = (name: keyof Seen): number[] => seen.map((one) => one[name]);
      const messages = of('messages').reduce((sum, count) => sum + count, 0) / seen.length;
      const figures: Figure[] = [
        figure('console-paint', of('paintMs'), 'each in a new window, nothing cached'),
        figure('console-row', of('rowMs'), 'the page is asked for as a person would, in a new window'),
        figure('console-shift', of('shift'), `in the first ${SETTLE_MS / 1_000} s`),
        figure('console-frames', of('framesPerSecond'), `${short(messages)} messages a second arrive`),
        figure('console-missed', of('missed'), `later than ${MISSED_MS} ms after the one before`),
        figure('console-cpu', of('browserCpu'), 'all processes of the browser, drawing in software'),
        figure('console-server-cpu', of('serverCpu'), ''),
      ];
      return figures;
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};
