import type { EndedScenario, JobProgress } from '../../contract/jobs.ts';

/** What a process said lately is enough to say why it failed. */
const KEPT_TEXT = 4_000;
const LONGEST_LINE = 65_536;

/** Reads what a job writes on stderr: lines of JSON are progress, all others are messages. */
export class JobLines {
  #rest = '';
  #text = '';
  #progress: JobProgress | null = null;
  readonly #ended: EndedScenario[] = [];

  add(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n');
    const rest = lines.pop() ?? '';
    this.#rest = rest.slice(-LONGEST_LINE);
    for (const line of lines) this.#take(line);
  }

  /** Takes what has no end of line. */
  end(): void {
    if (this.#rest !== '') this.#take(this.#rest);
    this.#rest = '';
  }

  get progress(): JobProgress | null {
    return this.#progress;
  }

  get message(): string {
    return this.#text.trim();
  }

  /** Scenarios that ended after a place, and the place to ask from next. */
  endedAfter(place: number): { readonly ended: readonly EndedScenario[]; readonly next: number } {
    return { ended: this.#ended.slice(place), next: this.#ended.length };
  }

  #take(line: string): void {
    const read = line.startsWith('{') ? progressIn(line) : undefined;
    if (read === undefined) {
      this.#text = `${this.#text}${line}\n`.slice(-KEPT_TEXT);
      return;
    }
    const { done = 0, total = 0, unit = '', failed = 0, skipped = 0, ended } = read;
    this.#progress = { done, total, unit, failed, skipped };
    if (ended) this.#ended.push(ended);
  }
}

function progressIn(line: string): (Partial<JobProgress> & { readonly ended?: EndedScenario }) | undefined {
  try {
    const value = JSON.parse(line) as Partial<JobProgress>;
    return typeof value.done === 'number' && typeof value.total === 'number' ? value : undefined;
  } catch {
    // A message may begin with a brace.
    return undefined;
  }
}
