import type { ActivityProfile } from '../../../engine/world/dynamics/dynamics-spec.ts';
import { integer, object, oneOf, type Reader, report } from '../read.ts';

const NAMES = ['crypto', 'commodity', 'flat'] as const;

/** How lively hours and weekdays are: a name, or lists of one's own. */
export type WorldProfile = (typeof NAMES)[number] | WorldProfileLists;

/** Only the proportions count: the mean of a list is mean activity. */
export interface WorldProfileLists {
  /** 24 figures, from 00:00 UTC on. */
  readonly hours: readonly number[];
  /** 7 figures, from Sunday on. */
  readonly weekdays: readonly number[];
}

const PROFILES: Readonly<Record<(typeof NAMES)[number], WorldProfileLists>> = {
  // Busiest when Europe and America are both awake, quiet before Asia starts and at weekends.
  crypto: {
    hours: [104, 96, 92, 86, 80, 78, 82, 92, 100, 98, 94, 96, 106, 124, 138, 136, 124, 112, 104, 100, 96, 88, 82, 90],
    weekdays: [74, 104, 108, 110, 110, 106, 72],
  },
  // Around the trading floors of America.
  commodity: {
    hours: [60, 58, 58, 56, 54, 56, 68, 90, 98, 96, 92, 94, 118, 152, 164, 160, 150, 146, 150, 104, 78, 70, 60, 60],
    weekdays: [60, 96, 104, 112, 106, 102, 60],
  },
  flat: { hours: Array.from({ length: 24 }, () => 1), weekdays: Array.from({ length: 7 }, () => 1) },
};

const figure = integer(1, 10_000);

/** A list of exactly so many figures. */
const figures =
  (length: number): Reader<readonly number[]> =>
  (node, problems) => {
    if (node.kind !== 'list' || node.items.length !== length) {
      return report(problems, node, `must be a list of ${length} whole numbers`);
    }
    const items = node.items.map((item) => figure(item, problems));
    return items.includes(undefined) ? undefined : (items as number[]);
  };

const lists = object<WorldProfileLists>({ hours: figures(24), weekdays: figures(7) });
const names = oneOf(NAMES);

export const profileShape: Reader<WorldProfile> = (node, problems) =>
  node.kind === 'map' ? lists(node, problems) : names(node, problems);

const MILLION = 1_000_000;

/** A profile in parts per million of the mean of each list. */
export function activityOf(profile: WorldProfile): ActivityProfile {
  const { hours, weekdays } = typeof profile === 'string' ? PROFILES[profile] : profile;
  return { hours: shares(hours), weekdays: shares(weekdays) };
}

function shares(list: readonly number[]): number[] {
  const sum = list.reduce((total, item) => total + item, 0);
  return list.map((item) => Math.round((item * list.length * MILLION) / sum));
}
