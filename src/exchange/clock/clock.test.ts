import { describe, expect, test } from 'vitest';
import { type AdvanceResult, type ClockDriver, ExchangeClock, type WallTime } from './clock.ts';
import { nextTurn } from './slices.ts';
import { ControlError } from '../control-error.ts';

const START = 1_767_571_200_000; // 2026-01-05T00:00:00Z

/** An exchange with nothing but time and, if wanted, one armed timer. */
class BareDriver implements ClockDriver {
  settled = START;
  due: number | undefined = undefined;
  moves: number[] = [];
  stateTime = (): number => this.settled;
  nextDue = (): number | undefined => this.due;
  lastEvent = (): number => 0;
  stepTo = (to: number): void => void this.moveTo(to);
  moveTo(to: number): AdvanceResult {
    const from = this.settled;
    this.moves.push(to);
    this.settled = to;
    return { from, now: to, firstEvent: 1, lastEvent: 0 };
  }
}

/** A wall that goes on by what the machine takes for its work. */
class MachineWall implements WallTime {
  passed = 0;
  run: () => void = () => undefined;
  now = (): number => this.passed;
  elapsed = (): number => this.passed;
  pass(ms: number): void {
    this.passed += ms;
  }
  every(_periodMs: number, run: () => void): () => void {
    this.run = run;
    return () => undefined;
  }
}

/** A wall that stands where the test puts it. */
class HandWall implements WallTime {
  at = 5_000;
  ticking = 0;
  run: () => void = () => undefined;
  now = (): number => this.at;
  elapsed = (): number => this.at;
  every(_periodMs: number, run: () => void): () => void {
    this.ticking += 1;
    this.run = run;
    return () => {
      this.ticking -= 1;
    };
  }
}

const setUp = (mode: 'manual' | 'live', speed = 1): { clock: ExchangeClock; driver: BareDriver; wall: HandWall } => {
  const driver = new BareDriver();
  const wall = new HandWall();
  return { clock: new ExchangeClock(driver, wall, mode, speed), driver, wall };
};

describe('a manual clock', () => {
  test('stands still while the wall runs', () => {
    const { clock, wall } = setUp('manual');
    wall.at += 60_000;
    expect(clock.now()).toBe(START);
    expect(wall.ticking).toBe(0);
  });

  test('goes where it is advanced to', () => {
    const { clock, driver } = setUp('manual');
    expect(clock.advance(1_500)).toEqual({ from: START, now: START + 1_500, firstEvent: 1, lastEvent: 0 });
    clock.advanceTo(START + 2_000);
    expect(clock.now()).toBe(START + 2_000);
    expect(driver.moves).toEqual([START + 1_500, START + 2_000]);
  });

  test.each([
    [
      'a step back',
      (c: ExchangeClock) => c.advanceTo(START - 1),
      'time',
      `the clock never goes back: it is at ${START}`,
    ],
    [
      'a negative step',
      (c: ExchangeClock) => c.advance(-1),
      'ms',
      'ms must be a whole number of milliseconds from 0 to 31622400000',
    ],
    [
      'half a millisecond',
      (c: ExchangeClock) => c.advance(0.5),
      'ms',
      'ms must be a whole number of milliseconds from 0 to 31622400000',
    ],
    [
      'a millisecond more than a leap year',
      (c: ExchangeClock) => c.advance(31_622_400_001),
      'ms',
      'ms must be a whole number of milliseconds from 0 to 31622400000',
    ],
    [
      'a time more than a leap year away',
      (c: ExchangeClock) => c.advanceTo(START + 31_622_400_001),
      'time',
      `time must be at most 31622400000 ms after the exchange time, which is ${START}`,
    ],
    [
      'no time at all',
      (c: ExchangeClock) => c.advanceTo(Number.NaN),
      'time',
      'time must be a whole number of Unix milliseconds',
    ],
    ['speed 0', (c: ExchangeClock) => c.setSpeed(0), 'speed', 'speed must be a number above 0'],
    [
      'endless speed',
      (c: ExchangeClock) => c.setSpeed(Number.POSITIVE_INFINITY),
      'speed',
      'speed must be a number above 0',
    ],
  ])('refuses %s and stays where it is', (_case, wish, field, message) => {
    const { clock, driver } = setUp('manual');
    expect(() => wish(clock)).toThrow(new ControlError('INVALID_VALUE', field, message));
    expect(driver.moves).toEqual([]);
    expect(clock.now()).toBe(START);
  });
});

describe('a live clock', () => {
  test('follows the wall times its speed', () => {
    const { clock, wall } = setUp('live', 10);
    wall.at += 250;
    expect(clock.now()).toBe(START + 2_500);
  });

  test('rounds a slow clock down to whole milliseconds', () => {
    const { clock, wall } = setUp('live', 0.3);
    wall.at += 9;
    expect(clock.now()).toBe(START + 2);
  });

  test('stands while the wall steps back, and goes on from there', () => {
    const { clock, wall } = setUp('live');
    wall.at += 1_000;
    expect(clock.now()).toBe(START + 1_000);
    wall.at -= 5_000;
    expect(clock.now()).toBe(START + 1_000);
    wall.at += 200;
    expect(clock.now()).toBe(START + 1_200);
  });

  test('never reads before the last input', () => {
    const { clock, driver } = setUp('live');
    driver.settled = START + 700;
    expect(clock.now()).toBe(START + 700);
  });

  test('a tick moves the exchange only when something fell due', () => {
    const { clock, driver, wall } = setUp('live');
    driver.due = START + 80;
    wall.at += 50;
    wall.run();
    expect(driver.moves).toEqual([]);
    wall.at += 50;
    wall.run();
    expect(driver.moves).toEqual([START + 100]);
    expect(clock.now()).toBe(START + 100);
  });

  test('passes the time to its followers at every tick, after due timers have run', () => {
    const { clock, driver, wall } = setUp('live');
    const received: [number, number][] = [];
    clock.follow((now) => received.push([now - START, driver.settled - START]));
    driver.due = START + 80;
    for (let tick = 0; tick < 2; tick += 1) {
      wall.at += 50;
      wall.run();
    }
    expect(received).toEqual([
      [50, 0],
      [100, 100],
    ]);
  });

  test('cannot be advanced by hand', () => {
    const { clock, driver } = setUp('live');
    expect(() => clock.advance(1)).toThrow(
      new ControlError('INVALID_VALUE', 'mode', 'the clock is live: set it to manual before advancing it'),
    );
    expect(driver.moves).toEqual([]);
  });

  test('a new speed starts from the time that was reached', () => {
    const { clock, wall } = setUp('live');
    wall.at += 1_000;
    clock.setSpeed(4);
    wall.at += 100;
    expect(clock.now()).toBe(START + 1_400);
    expect(clock.speed()).toBe(4);
  });

  test('stops ticking on `stop`', () => {
    const { clock, wall } = setUp('live');
    expect(wall.ticking).toBe(1);
    clock.stop();
    expect(wall.ticking).toBe(0);
  });
});

describe('changing mode', () => {
  test('live to manual settles at the time that was reached and stands there', () => {
    const { clock, driver, wall } = setUp('live');
    wall.at += 333;
    clock.setMode('manual');
    wall.at += 10_000;
    expect(clock.mode()).toBe('manual');
    expect(clock.now()).toBe(START + 333);
    expect(driver.moves).toEqual([START + 333]);
    expect(wall.ticking).toBe(0);
  });

  test('manual to live starts from the manual time', () => {
    const { clock, wall } = setUp('manual');
    clock.advance(5_000);
    wall.at += 99_000;
    clock.setMode('live');
    expect(clock.now()).toBe(START + 5_000);
    wall.at += 20;
    expect(clock.now()).toBe(START + 5_020);
  });

  test('setting the mode it has changes nothing', () => {
    const { clock, wall } = setUp('live');
    wall.at += 40;
    clock.setMode('live');
    expect(clock.now()).toBe(START + 40);
    expect(wall.ticking).toBe(1);
  });
});

describe('a live clock whose exchange is slow', () => {
  /** Timers every 100 ms, and a step of a second that takes 9 ms of the machine. */
  class BusyDriver extends BareDriver {
    readonly wall: MachineWall;
    constructor(wall: MachineWall) {
      super();
      this.wall = wall;
    }
    override nextDue = (): number => this.settled + 100;
    override stepTo = (to: number): void => {
      this.wall.pass(9);
      void this.moveTo(Math.min(to, this.settled + 1_000));
    };
  }

  const busy = (speed: number) => {
    const wall = new MachineWall();
    const driver = new BusyDriver(wall);
    return { clock: new ExchangeClock(driver, wall, 'live', speed), driver, wall };
  };

  test('catches up in slices of at most 20 ms, at most 40 ms of a tick', async () => {
    const { driver, wall } = busy(1_000);
    wall.pass(50);
    wall.run();
    // What the first slice leaves is left to later turns.
    expect(driver.moves).toHaveLength(2);
    expect(wall.passed).toBe(50 + 18);
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(driver.moves).toHaveLength(4);
    expect(wall.passed).toBe(50 + 18 + 18);
  });

  test('reads what the exchange has reached while it is behind, and never goes back', async () => {
    const { clock, driver, wall } = busy(1_000);
    wall.pass(1);
    expect(clock.now()).toBe(START + 1_000);
    wall.pass(1);
    // A second is a step that a request may take; two seconds are not.
    expect(clock.now()).toBe(START + 1_000);
    wall.run();
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(clock.now()).toBe(driver.settled);
    expect(driver.settled).toBeGreaterThan(START + 1_000);
  });

  test('reports the speed that it reaches, and warns once', async () => {
    const { clock, wall } = busy(1_000);
    const warnings: [number, number][] = [];
    clock.warn((achieved, speed) => warnings.push([Math.round(achieved), speed]));
    expect(clock.achievedSpeed()).toBeNull();
    for (let tick = 0; tick < 200; tick += 1) {
      wall.pass(50);
      wall.run();
      for (let turn = 0; turn < 8; turn += 1) await nextTurn();
    }
    // Four steps of a second in 86 ms.
    expect(clock.achievedSpeed()).toBeCloseTo(46.5, 0);
    expect(warnings).toEqual([[47, 1_000]]);
    clock.setSpeed(2);
    expect(clock.achievedSpeed()).toBeNull();
  });

  test('goes on from the time that it has reached at a new speed', async () => {
    const { clock, driver, wall } = busy(1_000_000);
    wall.pass(5_000);
    wall.run();
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    clock.setSpeed(1);
    const reached = clock.now();
    expect(reached).toBe(driver.settled);
    wall.pass(500);
    expect(clock.now()).toBe(reached + 500);
  });

  test('stays exact at any speed and after any time', () => {
    const { clock, wall } = busy(Number.MAX_VALUE);
    wall.pass(1e12);
    wall.run();
    expect(clock.now()).toBeGreaterThanOrEqual(START);
    expect(Number.isSafeInteger(clock.now())).toBe(true);
  });
});
