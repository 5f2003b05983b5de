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
    hours: [
      950, 850, 800, 750, 720, 720, 760, 820, 900, 960, 980, 1000, 1060, 1230, 1400, 1450, 1400, 1300, 1180, 1080, 1020,
      960, 890, 820,
    ],
    weekdays: [733, 1099, 1140, 1140, 1129, 1099, 661],
  },
  // Around the trading floors of America.
  commodity: {
    hours: [
      710, 761, 710, 660, 660, 710, 863, 1015, 1066, 1066, 1015, 1066, 1218, 1522, 1725, 1624, 1471, 1319, 1167, 913,
      710, 660, 660, 710,
    ],
    weekdays: [646, 1077, 1131, 1238, 1131, 1131, 646],
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
