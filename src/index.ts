export type { ClientOptions, Overrides } from './client/request-client.ts';
export { Client } from './client/client.ts';
export { ApiError, OrderRejected, ProtocolError } from './client/errors.ts';
export type * from './client/records.ts';
export { ConnectionError } from './client/stream/types.ts';
export type { ManagedBook } from './client/stream/managed-book.ts';
export { StreamClient } from './client/stream/stream-client.ts';
export type { ChannelData, ChannelName, ChannelParams, Push } from './client/stream/types.ts';
export type { AdvanceResult, ClockMode, WallTime } from './exchange/clock/clock.ts';
export type { MarketSummary, StateSummary } from './exchange/steering.ts';
export { ControlError } from './exchange/control-error.ts';
export type {
  AdvanceOptions,
  AdvanceProgress,
  AsyncAdvanceResult,
  ClockControl,
  Control,
  DevAccount,
  Exchange,
  ExchangeOptions,
  ExchangeSummary,
  FaultMatch,
  FaultSpec,
  FaultView,
  HttpResponse,
  HttpRequest,
  LimitOptions,
  SnapshotComparison,
  SnapshotSummary,
  StoredKind,
  StoredRecord,
} from './exchange/exchange.ts';
export { createExchange } from './exchange/exchange.ts';
export { backtest, type BacktestOptions, type BacktestResult } from './lab/backtest.ts';
export type { AccountResult, PnlBySource, RunResult, Statistics } from './scenarios/run-result.ts';
export type { LatencyModel, LatencySpec, Scenario, ScenarioDocument, StrategyParams } from './scenarios/scenario.ts';
export { agents } from './scenarios/strategies/library/agents.ts';
export { StrategyParamsError } from './scenarios/strategies/library/params-error.ts';
export { runStrategyBot } from './scenarios/strategies/strategy-bot.ts';
export { ScenarioFileError } from './scenarios/scenario.ts';
export { StrategyError } from './scenarios/strategies/strategy-host.ts';
export type { BookView, Fill, Strategy, StrategyContext, StrategyFactory, TradeView } from './scenarios/strategy.ts';
export type { Log } from './exchange/log.ts';
export { WorldFileError, type WorldFile } from './exchange/world/world-file.ts';
