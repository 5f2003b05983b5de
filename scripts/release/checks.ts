/** What a release needs of the repository, before anything is built. */
export interface ReleaseFacts {
  readonly manifest: {
    readonly name: string;
    readonly version: string;
    readonly private?: boolean;
    readonly repository?: unknown;
  };
  readonly lockVersion: string;
  readonly changelog: string;
  /** Lines of `git status --porcelain`. */
  readonly changes: readonly string[];
  /** Tags of the commit. */
  readonly tags: readonly string[];
}

/** What has to be done before a release, one line each; none when it can be made. */
export function todoBefore({ manifest, lockVersion, changelog, changes, tags }: ReleaseFacts): string[] {
  const { version } = manifest;
  const heading = /^## (\S+) \((.+)\)$/m.exec(changelog);
  const dated = heading?.[2] ?? '';
  return [
    ...(changes.length === 0
      ? []
      : [`commit or remove ${changes.length} changed files, such as ${changes[0]?.slice(3) ?? ''}`]),
    ...(lockVersion === version
      ? []
      : [`package-lock.json says ${lockVersion}, package.json ${version}: run npm install`]),
    ...(heading?.[1] === version
      ? []
      : [`CHANGELOG.md begins with ${heading?.[1] ?? 'no version'}, package.json says ${version}`]),
    ...(/^\d{4}-\d\d-\d\d$/.test(dated) ? [] : [`CHANGELOG.md: put the day of the release in place of (${dated})`]),
    ...(tags.includes(`v${version}`) ? [] : [`tag the commit: git tag v${version}`]),
    ...(manifest.repository === undefined ? ['package.json names no repository, which the provenance must match'] : []),
    ...(manifest.private ? ['package.json is private'] : []),
  ];
}

/** The command that publishes a packed file, with the statement of where it was built. */
export const publishCommand = (file: string): readonly [string, ...string[]] => [
  'npm',
  ...['publish', file, '--provenance', '--access', 'public', '--ignore-scripts'],
];

/** Why the statement of where a package was built cannot be made here; undefined where it can. */
export function noProvenance(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const isWorkflow = env['GITHUB_ACTIONS'] === 'true' && env['ACTIONS_ID_TOKEN_REQUEST_URL'] !== undefined;
  return isWorkflow
    ? undefined
    : 'npm states where a package was built only in a workflow with "id-token: write": see examples/ci/release.yml';
}
