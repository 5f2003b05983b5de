/** The versions that the manifest names; test/package.slow.test.ts compares them. */
const VERSIONS = '^4.5.84';

/** Classes of ccxt: `Perpsim` sends requests, `PerpsimPro` follows streams as well. */
export const { Perpsim, PerpsimPro } = await classes();

/** As ccxt has its exchanges: `perpsim` for requests, `pro.perpsim` for streams too. */
export default { perpsim: Perpsim, pro: { perpsim: PerpsimPro } };

/**
 * Loads the classes. ccxt is an optional peer of the package, so this is no static import: without ccxt that would end in an error of Node's
 * loader, which does not say what to install.
 *
 * @throws Error that says what to install
 */
async function classes() {
  try {
    const [{ Perpsim: rest }, { PerpsimPro: pro }] = await Promise.all([
      import('./client/ccxt/trading.ts'),
      import('./client/ccxt/pro.ts'),
    ]);
    return { Perpsim: rest, PerpsimPro: pro };
  } catch (error) {
    if (!isWithoutCcxt(error)) throw error;
    throw new Error(`perpsim/ccxt needs ccxt, which is not installed: npm install ccxt@${VERSIONS}`);
  }
}

function isWithoutCcxt(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND' && / 'ccxt' /.test(error.message)
  );
}
