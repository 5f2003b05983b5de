import { AstBuilder, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { type Background, type Feature, IdGenerator, type Scenario, type Step, type Tag } from '@cucumber/messages';

/** Something wrong with a feature file. A warning is printed and does not fail the run. */
export interface Finding {
  readonly line: number;
  readonly message: string;
  readonly warning?: true;
}

/** A feature file taken apart. */
export interface Parts {
  readonly feature: Feature;
  readonly backgrounds: readonly Background[];
  readonly scenarios: readonly ScenarioPart[];
}

export interface ScenarioPart {
  readonly scenario: Scenario;
  /** Its own and those it inherits, each once for every place it is written at. */
  readonly tags: readonly Tag[];
  /** Steps of the backgrounds that run before it. */
  readonly before: readonly Step[];
}

/** The parts of a feature file, or the finding that it is none. */
export function partsOf(text: string): Parts | Finding {
  let feature: Feature | undefined;
  try {
    const builder = new AstBuilder(IdGenerator.incrementing());
    feature = new Parser(builder, new GherkinClassicTokenMatcher()).parse(text).feature;
  } catch (error) {
    return { line: 1, message: error instanceof Error ? error.message : String(error) };
  }
  if (!feature) return { line: 1, message: 'holds no feature' };
  const backgrounds: Background[] = [];
  const scenarios: ScenarioPart[] = [];
  const take = (
    children: readonly { readonly background?: Background; readonly scenario?: Scenario }[],
    tags: readonly Tag[],
    outer: readonly Step[],
  ): readonly Step[] => {
    let before = outer;
    for (const { background, scenario } of children) {
      if (background) {
        backgrounds.push(background);
        before = [...before, ...background.steps];
      }
      if (scenario) scenarios.push({ scenario, tags: [...tags, ...scenario.tags], before });
    }
    return before;
  };
  const before = take(feature.children, feature.tags, []);
  for (const { rule } of feature.children) if (rule) take(rule.children, [...feature.tags, ...rule.tags], before);
  return { feature, backgrounds, scenarios };
}

/** The tags each run of a scenario carries: one group, or one for each Examples block. */
export function tagGroups({ scenario, tags }: ScenarioPart): string[][] {
  const own = tags.map((tag) => tag.name);
  const isOutline = scenario.keyword === 'Scenario Outline' || scenario.keyword === 'Scenario Template';
  if (!isOutline && scenario.examples.length === 0) return [own];
  return scenario.examples.map((examples) => [...own, ...examples.tags.map((tag) => tag.name)]);
}
