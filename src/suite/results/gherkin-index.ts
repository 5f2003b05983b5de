import type { GherkinDocument, Pickle, RuleChild, Step } from '@cucumber/messages';

/** A step as a feature has it; the pickle holds its text alone, with the values of a row put in. */
interface WrittenStep {
  /** `Given `, as it is written. */
  readonly keyword: string;
  readonly line: number;
}

/** An index of where scenarios come from: features by their file, steps by the ids that Cucumber gave them. */
export class GherkinIndex {
  readonly #features = new Map<string, string>();
  readonly #steps = new Map<string, WrittenStep>();

  add({ uri, feature }: GherkinDocument): void {
    if (uri === undefined || !feature) return;
    this.#features.set(uri, feature.name);
    for (const { rule, background, scenario } of feature.children) {
      this.#addSteps({ ...(background && { background }), ...(scenario && { scenario }) });
      for (const child of rule?.children ?? []) this.#addSteps(child);
    }
  }

  #addSteps({ background, scenario }: RuleChild): void {
    const steps: readonly Step[] = [...(background?.steps ?? []), ...(scenario?.steps ?? [])];
    for (const { id, keyword, location } of steps) this.#steps.set(id, { keyword, line: location.line });
  }

  featureOf({ uri }: Pickle): string {
    const feature = this.#features.get(uri);
    if (feature === undefined) throw new MessagesError(`the messages are cut off: ${uri} is missing`);
    return feature;
  }

  /** The step that a step of a pickle was made from. */
  stepOf(pickle: Pickle, astNodeIds: readonly string[]): WrittenStep {
    const step = this.#steps.get(astNodeIds[0] ?? '');
    if (!step) throw new MessagesError(`the messages are cut off: a step of "${pickle.name}" is missing`);
    return step;
  }
}

/** Paths differ with the folder a run was started in; below `features` they are the same everywhere. */
export function stableUri(uri: string): string {
  const path = uri.replaceAll('\\', '/');
  const at = path.lastIndexOf('/features/');
  return at < 0 ? path : path.slice(at + 1);
}

/** The folder below `features`; `features` itself for a file that lies in no folder. */
export function areaOf(uri: string): string {
  const folders = stableUri(uri).split('/').slice(0, -1);
  return folders[1] ?? 'features';
}

/** A stream of Cucumber messages that no run can be read from. */
export class MessagesError extends Error {
  override readonly name = 'MessagesError';
}
