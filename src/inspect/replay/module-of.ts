/** The part of the engine that a part of the state belongs to: folders and files of `src/engine`. */
const MODULES: readonly (readonly [start: RegExp, module: string])[] = [
  [/^state\.markets\.[^.]+\.book\b/, 'book'],
  [/^state\.markets\.[^.]+\.triggers\b/, 'orders/conditional'],
  [/^state\.markets\.[^.]+\.funding\b/, 'funding'],
  [/^state\.markets\.[^.]+\.(?:index|agent)(?:Random|Basis)\b/, 'world'],
  [/^state\.markets\.[^.]+\.(?:index|indexAt|frozenAt|premium|mark|sampling)\b/, 'prices'],
  [/^state\.markets\b/, 'markets'],
  [/^state\.orders\b/, 'orders'],
  [/^state\.(?:nonces|limits)\b/, 'admission'],
  [/^state\.timers\b/, 'timers'],
  [/^state\.(?:withdrawals|plannedWithdrawals|delegates)\b/, 'accounts'],
  [/^state\.(?:twaps|twapRandom)\b/, 'orders/twap'],
  [/^state\.accounts\.[^.]+\.(?:isolated)\b/, 'isolated'],
  [/^state\.isolatedAccounts\b/, 'isolated'],
  [/^state\.(?:liquidations|vaultUnwinding|unfinishedSales)\b/, 'liquidation'],
  [/^state\.accounts\.[^.]+\.positions\b/, 'positions'],
  [/^state\.accounts\b/, 'accounts'],
  [/^state\.wallets\.[^.]+\.(?:tierId|customTier|startTier|reviewing|volume|referral)\b/, 'fees'],
  [/^state\.wallets\b/, 'accounts'],
  [/^state\.pegs\b/, 'risk'],
  [/^state\.cancelOnDisconnect\b/, 'orders'],
  [/^state\.faults\b/, 'faults'],
  [/^state\.latencies\b/, 'latency'],
  [/^state\.lottery\b/, 'lottery'],
  [/^state\.sampling\b/, 'account-value'],
  [/^state\.house\b/, 'ledger'],
  [/^state\.(?:config|terms)\b/, 'config'],
];

/** Names the part of the engine that owns a path of the state, such as `book`. */
export const moduleOf = (path: string): string => MODULES.find(([start]) => start.test(path))?.[1] ?? 'engine';
