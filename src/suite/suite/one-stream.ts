import type { Envelope } from '@cucumber/messages';

/** Merges the messages of several runs into one run: a message that each of them starts with is passed on once. */
export class OneStream {
  readonly #receive: (envelope: Envelope) => void;
  readonly #announced = new Set<string>();
  #started: string | undefined;
  #ended: Envelope['testRunFinished'];

  constructor(receive: (envelope: Envelope) => void) {
    this.#receive = receive;
  }

  /** Receives the messages of one run of Cucumber. */
  one(): (envelope: Envelope) => void {
    return (envelope) => {
      if (envelope.testRunFinished) {
        this.#ended = envelope.testRunFinished;
        return;
      }
      if (envelope.testRunStarted) this.#started ??= envelope.testRunStarted.id;
      const name = onceOnly(envelope);
      if (name !== undefined) {
        if (this.#announced.has(name)) return;
        this.#announced.add(name);
      }
      this.#receive(this.#inThisRun(envelope));
    };
  }

  /** Every one of the runs has ended. */
  end(success: boolean): void {
    if (!this.#ended) return;
    const { timestamp } = this.#ended;
    this.#receive({
      testRunFinished: { timestamp, success, ...(this.#started !== undefined && { testRunStartedId: this.#started }) },
    });
  }

  #inThisRun(envelope: Envelope): Envelope {
    if (!envelope.testCase || this.#started === undefined) return envelope;
    const { id, pickleId, testSteps } = envelope.testCase;
    return { testCase: { id, pickleId, testSteps, testRunStartedId: this.#started } };
  }
}

/** What a message announces that is the same in every run of this process; undefined for what happens. */
function onceOnly({ meta, testRunStarted, source, stepDefinition, hook, parameterType }: Envelope): string | undefined {
  if (meta) return 'meta';
  if (testRunStarted) return 'run';
  if (source) return `source ${source.uri}`;
  if (parameterType) return `type ${parameterType.name}`;
  const definition = stepDefinition ?? hook;
  return definition && `definition ${definition.id}`;
}
