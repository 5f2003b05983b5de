/**
 * Returns what `perpsim init` writes: by path, the text of a file.
 *
 * @param install - the command by which a pipeline installs this package
 */
export const filesFor = (install: string): Readonly<Record<string, string>> => ({
  'perpsim.yaml': `# Settings of perpsim serve: flags in camelCase. Flags and PERPSIM_* variables override them.
port: 8700
world: quiet
seed: 1
clock: manual
`,
  'scenarios/first/scenario.yaml': `title: A long position survives a fall of five percent
world: quiet
seed: 1
duration: 30m
markets:
  BTC-USDT:
    path: { kind: step, steps: [{ at: 10m, change: "-0.05", over: 2m }] }
accounts:
  trader: { deposit: { USDT: "10000" }, leverage: { BTC-USDT: 5 } }
timeline:
  - at: 1m
    as: trader
    do: placeOrders
    with:
      orders: [{ symbol: BTC-USDT, side: buy, orderType: market, quantity: "0.1" }]
    name: entry
`,
  'scenarios/first/expect.yaml': `- at: end
  that:
    - '"trader" has the positions':
        - { symbol: BTC-USDT, side: long, quantity: "0.1" }
`,
  'scenarios/first/README.md': `# A long position survives a fall of five percent

The trader buys at five times leverage; ten minutes later the index falls by five percent within two minutes.

**What to learn.** How far the price may fall before the account is liquidated. Change \`change\` to "-0.2" and run it again.
`,
  '.github/workflows/perpsim.yml': `name: perpsim
on: [push, pull_request]
jobs:
  scenarios:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: ${install}
      - run: npx --no-install perpsim run scenarios/first --html report.html
      - uses: actions/upload-artifact@v4
        if: always()
        with: { name: perpsim-report, path: report.html }
`,
});
