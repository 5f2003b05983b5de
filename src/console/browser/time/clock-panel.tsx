import { useSignal } from '@preact/signals';
import { call } from '../data/calls.ts';
import { clock, readClock } from '../data/exchange.ts';
import { Choices, Panel } from '../design/panel.tsx';
import { dayAndTime, span } from '../design/format.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
/** Steps of the clock, in the order of the buttons. */
const STEPS = [
  { title: '+1 s', ms: SECOND_MS },
  { title: '+1 min', ms: 60 * SECOND_MS },
  { title: '+1 h', ms: HOUR_MS },
  { title: '+1 day', ms: 24 * HOUR_MS },
] as const;
const SPEEDS = ['0.1', '1', '10', '100', '1000'] as const;

/** Live or manual, forward by steps, the speed, and the progress of an advance. */
export function ClockPanel() {
  const { now, mode, speed, achievedSpeed, advancing } = clock.value;
  const advance = async (path: string, body: object): Promise<void> => {
    // The clock shows the progress meanwhile.
    setTimeout(() => void readClock(), 50);
    await call(path, body);
    await readClock();
  };
  return (
    <Panel
      title="Clock"
      class="clock"
      tools={
        <Choices
          label="How the clock moves"
          options={['live', 'manual']}
          titles={{ live: 'Live', manual: 'Manual' }}
          chosen={mode}
          choose={(wanted) => void call('/clock/mode', { mode: wanted }).then(readClock)}
        />
      }
    >
      <p class="now">{dayAndTime(now)}</p>
      {advancing ? <Progress from={advancing.from} to={advancing.to} now={now} /> : null}
      {mode === 'manual' ? (
        <div class="row" role="group" aria-label="Advance the clock">
          <button type="button" class="button" disabled={Boolean(advancing)} onClick={() => void nextEvent(advance)}>
            Next event
          </button>
          {STEPS.map(({ title, ms }) => (
            <button
              key={title}
              type="button"
              class="button"
              disabled={Boolean(advancing)}
              onClick={() => void advance('/clock/advance', { ms })}
            >
              {title}
            </button>
          ))}
          <button
            type="button"
            class="button"
            disabled={Boolean(advancing)}
            onClick={() => void advance('/clock/advanceTo', { time: (Math.floor(now / HOUR_MS) + 1) * HOUR_MS })}
          >
            To next funding
          </button>
        </div>
      ) : (
        <div class="row">
          <Choices
            label="Speed"
            options={SPEEDS}
            chosen={String(speed)}
            choose={(wanted) => void call('/clock/speed', { speed: Number(wanted) }).then(readClock)}
          />
          <OtherSpeed />
          <span class="quiet">
            {achievedSpeed === null || achievedSpeed === undefined
              ? 'measuring the speed'
              : `reaches × ${achievedSpeed.toPrecision(3)}`}
          </span>
        </div>
      )}
    </Panel>
  );
}

/** To the next timer of the exchange, whatever it is. */
const nextEvent = async (advance: (path: string, body: object) => Promise<void>): Promise<void> => {
  const { nextDue } = clock.value;
  if (nextDue === undefined || nextDue === null) return;
  await advance('/clock/advanceTo', { time: nextDue });
};

function OtherSpeed() {
  const typed = useSignal('');
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        void call('/clock/speed', { speed: Number(typed.value) }).then(readClock);
      }}
    >
      <input
        class="short"
        inputMode="decimal"
        aria-label="Another speed"
        placeholder="× other"
        value={typed}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
      />
    </form>
  );
}

function Progress({ from, to, now }: { readonly from: number; readonly to: number; readonly now: number }) {
  return (
    <div class="row">
      <progress aria-label="Progress of the advance" max={to - from} value={now - from} />
      <span>
        {span(now - from)} of {span(to - from)}
      </span>
      <button type="button" class="button small" onClick={() => void call('/clock/cancel').then(readClock)}>
        Cancel
      </button>
    </div>
  );
}
