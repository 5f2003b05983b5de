import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { inputsOf } from '../bundled-packages.mjs';
import { BASE, type Picture, type Pictures } from './render.ts';

/** Files that pages load. Each has a hash of its content in its name, so that browsers keep it. */

const FOLDER = 'assets';
const BROWSER = join(import.meta.dirname, 'browser');

interface Bundles {
  readonly style: string;
  readonly theme: string;
  readonly script: string;
  /** Paths of the modules in them. */
  readonly modules: readonly string[];
}

/** Bundles scripts and style into a folder of the built site. */
export async function bundleAssets(out: string): Promise<Bundles> {
  const common = {
    outdir: join(out, FOLDER),
    entryNames: '[name].[hash]',
    chunkNames: '[name].[hash]',
    bundle: true,
    minify: true,
    metafile: true,
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
  } satisfies BuildOptions;
  const [pages, theme] = await Promise.all([
    build({ ...common, entryPoints: entries('main.ts', 'style.css'), format: 'esm', splitting: true }),
    build({ ...common, entryPoints: entries('theme.ts'), format: 'iife' }),
  ]);
  const outputs = Object.entries({ ...pages.metafile.outputs, ...theme.metafile.outputs });
  const addressOf = (entry: string): string => {
    const path = outputs.find(([, { entryPoint }]) => entryPoint !== undefined && basename(entryPoint) === entry)?.[0];
    if (path === undefined) throw new Error(`esbuild made nothing of ${entry}`);
    return `${BASE}/${FOLDER}/${basename(path)}`;
  };
  return {
    style: addressOf('style.css'),
    theme: addressOf('theme.ts'),
    script: addressOf('main.ts'),
    modules: [...inputsOf(pages.metafile), ...inputsOf(theme.metafile)],
  };
}

const entries = (...names: readonly string[]): string[] => names.map((name) => join(BROWSER, name));

/** Writes a file and returns its address. */
export function writeAsset(out: string, name: string, content: string | Uint8Array): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const file = name.replace(/(?=\.\w+$)/, `.${hash}`);
  mkdirSync(join(out, FOLDER), { recursive: true });
  writeFileSync(join(out, FOLDER, file), content);
  return `${BASE}/${FOLDER}/${file}`;
}

/** The pictures of a folder, PNG files, by their paths below it. Each is copied when a page first shows it. */
export function picturesFrom(folder: string, out: string): Pictures {
  const copied = new Map<string, Picture>();
  return (name) => {
    const known = copied.get(name);
    if (known || !existsSync(join(folder, name))) return known;
    const bytes = readFileSync(join(folder, name));
    // The size stands at a fixed place of the first chunk.
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    const picture = { address: writeAsset(out, basename(name), bytes), width, height };
    copied.set(name, picture);
    return picture;
  };
}
