/** Returns flags with which a thread reads TypeScript: tsx registers by itself in the main thread only. */
export const sourceThreadFlags = (): readonly string[] => [
  '--import',
  `data:text/javascript,${encodeURIComponent(
    `import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}; register();`,
  )}`,
];
