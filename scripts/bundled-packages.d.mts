import type { Metafile } from 'esbuild';

/** A package in a bundle; `notice` is what it says about its licence. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly notice: string | undefined;
}

export function inputsOf(metafile: Metafile): string[];
export function packagesOf(root: string, paths: readonly string[]): BundledPackage[];
export function writeNotices(folder: string, what: string, packages: readonly BundledPackage[]): void;
