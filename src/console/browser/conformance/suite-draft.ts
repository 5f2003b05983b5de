import type { JobAsked, ListedFeature, SuiteProfile } from '../../../contract/jobs.ts';

/** What a reader chooses to start a run of the suite. Texts that are empty ask for nothing. */
export interface SuiteDraft {
  readonly target: 'fresh' | 'this' | 'other';
  /** Of another deployment. */
  readonly url: string;
  readonly serviceName: string;
  readonly reset: boolean;
  readonly profile: SuiteProfile;
  /** Folders such as `features/auth`; none stands for all. */
  readonly areas: readonly string[];
  /** A file, or a scenario by its line. */
  readonly feature: string;
  readonly tags: string;
  readonly clause: string;
}

export const FIRST_DRAFT: SuiteDraft = {
  target: 'fresh',
  url: '',
  serviceName: '',
  reset: false,
  profile: 'full',
  areas: [],
  feature: '',
  tags: '',
  clause: '',
};

export type DraftProblems = Readonly<Partial<Record<'url' | 'feature' | 'clause', string>>>;

export function problemsOf(draft: SuiteDraft, features: readonly ListedFeature[]): DraftProblems {
  const url = draft.url.trim();
  const isUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  const file = draft.feature.trim().replace(/(?::\d{1,6})+$/, '');
  const isFeature = file === '' || features.some(({ path }) => path === file);
  const isGlob = /^[A-Za-z0-9_*?-]{0,100}$/.test(draft.clause.trim());
  return {
    ...(draft.target === 'other' && !isUrl && { url: 'the URL of a deployment, such as https://api.example.org' }),
    ...(!isFeature && { feature: 'a file of the list, with or without a line: features/auth/expiry.feature:12' }),
    ...(!isGlob && { clause: 'a clause id or the beginning of one, such as GETTRADES-*' }),
  };
}

/** Returns what the control plane is asked for. */
export function askedOf(draft: SuiteDraft): JobAsked {
  const feature = draft.feature.trim();
  const features = [...draft.areas, ...(feature === '' ? [] : [feature])];
  const isFresh = draft.target === 'fresh';
  return {
    kind: 'conformance',
    profile: draft.profile,
    target: draft.target === 'other' ? draft.url.trim() : draft.target,
    ...(features.length > 0 && { features }),
    ...given('tags', draft.tags),
    ...given('clause', draft.clause),
    ...(draft.target === 'other' && given('serviceName', draft.serviceName)),
    ...(!isFresh && draft.reset && { reset: true }),
  };
}

const given = (name: 'tags' | 'clause' | 'serviceName', text: string): Partial<JobAsked> =>
  text.trim() === '' ? {} : { [name]: text.trim() };

/** The areas of the suite with the number of their scenarios. */
export function areasOf(features: readonly ListedFeature[]): (readonly [path: string, scenarios: number])[] {
  const counts = new Map<string, number>();
  for (const { path, scenarios } of features) {
    const area = path.split('/').slice(0, 2).join('/');
    counts.set(area, (counts.get(area) ?? 0) + scenarios);
  }
  return [...counts];
}
