import './moment.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { linkTo, query, show } from '../app/router.ts';
import type { Job } from '../../../contract/jobs.ts';
import { isReturning, session } from '../data/account.ts';
import { lives } from '../data/exchange.ts';
import { dayAndTime, grouped } from '../design/format.ts';
import { Empty, Fault, Panel } from '../design/panel.tsx';
import { useJobs, useRead } from '../jobs/data.ts';
import { ControlFaultShown } from '../jobs/job-status.tsx';
import { askedText } from '../jobs/job-text.ts';
import { consoleOf, openRun } from '../jobs/open-run.tsx';
import { accountName, namedAccounts, readNames } from '../log/records.ts';
import { compareHref } from './compare-link.ts';
import { Differences } from './differences.tsx';
import type { MomentRead } from './moment-data.ts';
import {
  type Compared,
  END,
  partingPath,
  type Place,
  placeIn,
  type Side,
  sideOf,
  sidePath,
  THIS_RUN,
} from './sides.ts';

/** A branch, as `GET /sim/v1/branches` lists it. */
interface Branch {
  readonly snapshot: string;
  readonly port: number;
  readonly url: string;
}

interface Both extends Compared {
  readonly left: Side;
  readonly right: Side;
}

type Go = (changes: Partial<Both>) => void;

const WORDS = { left: 'First', right: 'Second' } as const;
type SideName = keyof typeof WORDS;

function addressNow(): Both {
  const of = (name: string, pattern: RegExp): string => {
    const text = query(name) ?? '';
    return pattern.test(text) ? text : '';
  };
  return {
    left: sideOf(query('left') ?? '') ?? { run: THIS_RUN, moment: { of: 'input', input: 0 } },
    right: sideOf(query('right') ?? '') ?? { run: THIS_RUN, moment: END },
    market: of('market', /^[\w.-]{1,64}$/),
    account: of('account', /^\d{1,20}$/),
  };
}

/** Two moments side by side, each of any run that is served here: this exchange, its branches, and runs of scenarios. */
export function ComparePage() {
  useEffect(readNames, []);
  // Whose account is shown is known once the session of the tab is back.
  if (isReturning.value) return <Empty>Reading the account…</Empty>;
  return <Compare key={lives.value} address={addressNow()} />;
}

function Compare({ address }: { readonly address: Both }) {
  const { left, right, market } = address;
  const asked = { market, account: address.account === '' ? (session.value?.subAccountId ?? '') : address.account };
  const { read: one } = useRead<MomentRead>(sidePath(left, asked));
  const { read: other } = useRead<MomentRead>(sidePath(right, asked));
  const { read: branches, again } = useRead<{ readonly branches: readonly Branch[] }>('/branches');
  const go: Go = (changes) => {
    const next = { ...address, ...changes };
    show(compareHref(next.left, next.right, next), { replace: true });
    again();
  };
  const running = branches.value.value?.branches ?? [];
  const [before, after] = [one.value.value, other.value.value];
  const fault = one.value.fault ?? other.value.fault;
  return (
    <div class="compare-page">
      <h1 class="spoken">Side by side</h1>
      <SideForm name="left" side={left} read={before} branches={running} go={go} />
      <SideForm name="right" side={right} read={after} branches={running} go={go} />
      <Panel
        title="Side by side"
        class="beside"
        tools={<Choices read={before ?? after} go={go} others={before && after ? [before, after] : []} />}
      >
        <Parted left={left} right={right} branches={running} />
        {fault ? <Fault>They cannot be compared: {fault.message}</Fault> : null}
        {!fault && before && after ? <Differences left={before} right={after} /> : null}
        {!fault && !(before && after) ? <Empty>Reading both sides…</Empty> : null}
      </Panel>
    </div>
  );
}

interface ChoicesParts {
  readonly read: MomentRead | undefined;
  readonly others: readonly MomentRead[];
  readonly go: Go;
}

/** Whose figures and which book are compared. */
function Choices({ read, others, go }: ChoicesParts) {
  const listed = others.flatMap(({ accounts }) => accounts.map(({ subAccountId }) => subAccountId));
  const shown = read?.account?.subAccountId ?? '';
  const known = namedAccounts().map(([id]) => id);
  const ids = [...new Set([...listed, ...known, ...(shown === '' ? [] : [shown])])];
  return (
    <span class="row">
      <select
        aria-label="Account that is compared"
        value={shown}
        onChange={(event) => go({ account: event.currentTarget.value })}
      >
        {ids.map((id) => (
          <option key={id} value={id}>
            {accountName(id)}
          </option>
        ))}
      </select>
      <select
        aria-label="Market that is compared"
        value={read?.book.symbol ?? ''}
        onChange={(event) => go({ market: event.currentTarget.value })}
      >
        {(read?.markets ?? []).map(({ symbol }) => (
          <option key={symbol}>{symbol}</option>
        ))}
      </select>
    </span>
  );
}

interface SideParts {
  readonly name: SideName;
  readonly side: Side;
  readonly read: MomentRead | undefined;
  readonly branches: readonly Branch[];
  readonly go: Go;
}

/** Chooses the run and the moment of a side: by its input or its time, or along the run. */
function SideForm({ name, side, read, branches, go }: SideParts) {
  const typed = useSignal<string | null>(null);
  const fault = useSignal<string | null>(null);
  const word = WORDS[name];
  const put = (next: Side): void => {
    typed.value = null;
    fault.value = null;
    go({ [name]: next });
  };
  const enter = (): void => {
    const place = placeIn(typed.value ?? '', read?.at ?? 0);
    if (place) put({ ...side, moment: place });
    else fault.value = 'Write the number of an input, a time such as 00:10:00, or end.';
  };
  const inputs = read?.inputs ?? 0;
  return (
    <Panel title={`${word} side`} class="side">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          enter();
        }}
      >
        <RunChoice name={name} side={side} branches={branches} put={put} fail={(text) => (fault.value = text)} />
        <div class="field">
          <label for={`${name}-moment`}>Moment of the {word.toLowerCase()}: an input, a time, or end</label>
          <span class="row">
            <input
              id={`${name}-moment`}
              value={typed.value ?? placeText(side.moment, read)}
              aria-invalid={fault.value !== null}
              aria-describedby={`${name}-fault`}
              onInput={(event) => {
                typed.value = event.currentTarget.value;
              }}
            />
            <button type="submit" class="button" disabled={typed.value === null}>
              Show
            </button>
          </span>
        </div>
        <input
          type="range"
          aria-label={`Input of the ${word.toLowerCase()}`}
          min={0}
          max={inputs}
          value={read?.input ?? 0}
          disabled={!read}
          onChange={(event) => put({ ...side, moment: { of: 'input', input: Number(event.currentTarget.value) } })}
        />
        <p class="note" id={`${name}-fault`} role="status">
          {fault.value ??
            (read
              ? `${dayAndTime(read.at)}, after input ${grouped(String(read.input))} of ${grouped(String(inputs))}`
              : 'Reading the moment: the run is worked out again up to there…')}
        </p>
      </form>
    </Panel>
  );
}

/** What is asked for; of an input and of the end its time. */
function placeText(place: Place, read: MomentRead | undefined): string {
  if (place.of === 'time') return dayAndTime(place.at);
  return read ? dayAndTime(read.at) : '';
}

interface RunChoiceParts {
  readonly name: SideName;
  readonly side: Side;
  readonly branches: readonly Branch[];
  readonly put: (side: Side) => void;
  readonly fail: (text: string) => void;
}

/** The runs there are. One of a scenario starts as a branch when it is chosen. */
function RunChoice({ name, side, branches, put, fail }: RunChoiceParts) {
  const isOpening = useSignal(false);
  const jobs = (useJobs().value ?? []).filter(({ asked, hasReport }) => asked.kind === 'scenario' && hasReport);
  const open = async (id: string): Promise<void> => {
    isOpening.value = true;
    const response = await openRun(id);
    isOpening.value = false;
    if ('error' in response) fail(response.error.message);
    else put({ run: String(response.value.port), moment: END });
  };
  return (
    <div class="field">
      <label for={`${name}-run`}>Run of the {WORDS[name].toLowerCase()}</label>
      <select
        id={`${name}-run`}
        value={side.run}
        disabled={isOpening.value}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (value.startsWith('job ')) void open(value.slice('job '.length));
          else put({ run: value, moment: value === side.run ? side.moment : END });
        }}
      >
        <option value={THIS_RUN}>This exchange</option>
        {branches.map(({ port, snapshot }) => (
          <option key={port} value={String(port)}>
            {snapshot}, on port {port}
          </option>
        ))}
        {jobs.length === 0 ? null : (
          <optgroup label="Runs of scenarios">
            {jobs.map((job) => (
              <option key={job.id} value={`job ${job.id}`}>
                {jobText(job)}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </div>
  );
}

const jobText = ({ asked, startedAt }: Job): string =>
  `${asked.scenario ?? ''}, ${askedText(asked)}, ${new Date(startedAt).toISOString().slice(11, 19)}`;

interface Parting {
  readonly isSameStart: boolean;
  readonly input: number | null;
  readonly here: string | null;
  readonly there: string | null;
}

interface PartedParts {
  readonly left: Side;
  readonly right: Side;
  readonly branches: readonly Branch[];
}

/** Says at which input two runs part; nothing for two moments of one run. */
function Parted({ left, right, branches }: PartedParts) {
  const asked = partingPath(left.run, right.run);
  return asked === null ? null : <PartedRuns key={asked.path} {...asked} left={left} branches={branches} />;
}

interface PartedRunsParts {
  readonly path: string;
  readonly isTurned: boolean;
  readonly left: Side;
  readonly branches: readonly Branch[];
}

function PartedRuns({ path, isTurned, left, branches }: PartedRunsParts) {
  const { value, fault } = useRead<Parting>(path).read.value;
  if (fault) return <ControlFaultShown fault={fault} />;
  if (!value) return <p class="note">Reading where both runs part…</p>;
  const { isSameStart, input } = value;
  const [first, second] = isTurned ? [value.there, value.here] : [value.here, value.there];
  const start = isSameStart ? '' : 'They began with another seed or in another world. ';
  if (input === null) return <p class="note">{start}Both runs had the same inputs so far.</p>;
  const before = String(Math.max(0, input - 1));
  const branch = branches.find(({ port }) => String(port) === left.run);
  const moment = branch ? `${consoleOf(branch)}/moment` : linkTo('moment');
  return (
    <p class="parted" role="status">
      {start}The runs part at <a href={`${moment}?input=${before}`}>input {grouped(String(input))}</a>: in the first{' '}
      <strong>{first ?? 'nothing yet'}</strong>, in the second <strong>{second ?? 'nothing yet'}</strong>.
    </p>
  );
}
