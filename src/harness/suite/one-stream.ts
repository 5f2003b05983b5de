import type { Envelope } from '@cucumber/messages';

/** Makes one run of the messages of several: what is announced once in each of them is told once. */
export class OneStream {
  readonly #receive: (envelope: Envelope) => void;
  readonly #told = new Set<string>();
  #started: string | undefined;
  #ended: Envelope['testRunFinished'];

  constructor(receive: (envelope: Envelope) => void) {
    this.#receive = receive;
  }

  /** Hears the messages of one run of Cucumber. */
  one(): (envelope: Envelope) => void {
    return (envelope) => {
      if (envelope.testRunFinished) {
        this.#ended = envelope.testRunFinished;
        return;
      }
      if (envelope.testRunStarted) this.#started ??= envelope.testRunStarted.id;
      const name = onceOnly(envelope);
      if (name !== undefined) {
        if (this.#told.has(name)) return;
        this.#told.add(name);
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
