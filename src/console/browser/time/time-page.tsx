import { ControlToken } from '../app/control-token.tsx';
import { clock } from '../data/exchange.ts';
import { CallList } from './call-list.tsx';
import { ClockPanel } from './clock-panel.tsx';
import { DepositPanel } from './deposit-panel.tsx';
import { FaultsPanel } from './faults-panel.tsx';
import { PricePanel } from './price-panel.tsx';
import { SnapshotsPanel } from './snapshots-panel.tsx';
import './time.css';

/** Drives the exchange: its clock, snapshots, prices, deposits and faults. Each control shows the call that it makes. */
export function TimePage() {
  if (clock.value.mode === 'unknown') return <ControlToken />;
  return (
    <div class="time-page">
      <h1 class="spoken">Time and control</h1>
      <div>
        <ClockPanel />
        <SnapshotsPanel />
        <DepositPanel />
      </div>
      <div>
        <PricePanel />
        <FaultsPanel />
      </div>
      <CallList />
    </div>
  );
}
