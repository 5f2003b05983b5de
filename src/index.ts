export type { ClientOptions, Overrides } from './client/request-client.ts';
export { Client } from './client/client.ts';
export { ApiError, OrderRejected, ProtocolError } from './client/errors.ts';
export type * from './client/records.ts';
export { ConnectionError } from './client/stream/connection-error.ts';
export type { ManagedBook } from './client/stream/managed-book.ts';
export { StreamClient } from './client/stream/stream-client.ts';
export type { ChannelData, ChannelName, ChannelParams, Push } from './client/stream/types.ts';
export type { AdvanceResult, ClockMode, WallTime } from './runtime/clock/clock.ts';
export type { MarketSummary, StateSummary } from './runtime/steering.ts';
export { ControlError } from './runtime/control-error.ts';
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
} from './runtime/exchange.ts';
export { createExchange } from './runtime/exchange.ts';
export { backtest, type BacktestOptions, type BacktestResult } from './scenarios/backtest.ts';
export type { AccountResult, PnlBySource, RunResult, Statistics } from './scenarios/run-result.ts';
export type { LatencyModel, LatencySpec, Scenario, ScenarioDocument, StrategyParams } from './scenarios/scenario.ts';
export { runStrategyBot } from './scenarios/strategies/strategy-bot.ts';
export { ScenarioFileError } from './scenarios/format/scenario-file-error.ts';
export { StrategyError } from './scenarios/strategies/strategy-error.ts';
export type { BookView, Fill, Strategy, StrategyContext, StrategyFactory, TradeView } from './scenarios/strategy.ts';
export type { Log } from './runtime/log.ts';
export { WorldFileError, type WorldFile } from './runtime/world/world-file.ts';
