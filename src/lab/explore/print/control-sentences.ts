import type { Command } from '../command.ts';
import { referenceIn } from '../references.ts';
import { NotPrintable } from './not-printable.ts';

/** The sentence that steers as a control command does; none where it changes nothing. */
export function controlSentence({ action, params }: Extract<Command, { kind: 'control' }>): readonly string[] {
  const text = (name: string): string => {
    const value = params[name];
    return typeof value === 'string' ? value : JSON.stringify(value ?? null);
  };
  const account = (name: string): string => (referenceIn(text(name)) ?? '').replace(/ (?:id|address)$/, '');
  switch (action) {
    case 'movePrice':
      return [`the index of "${text('symbol')}" is "${text('price')}"`];
    case 'setMarkPrice':
      return [`the mark of "${text('symbol')}" is "${text('price')}"`];
    case 'setPeg':
      return [`the peg of "${text('asset')}" is "${text('peg')}"`];
    case 'setMarketStatus':
      return [`market "${text('symbol')}" is ${text('status').replace('_', '-')}`];
    case 'setTier':
      return [`"${account('wallet')}" is in tier "${text('tierId')}"`];
    case 'deposit':
      return [`"${account('subAccountId')}" receives "${text('amount')}" ${text('asset')}`];
    case 'setWhitelisted':
      if (params['whitelisted'] === true) throw new NotPrintable('no sentence puts a wallet on the whitelist');
      return [`the wallet of "${account('wallet')}" is not whitelisted`];
    case 'planWithdrawal':
      return text('outcome') === 'failed' ? [`the next withdrawal of "${account('subAccountId')}" will fail`] : [];
    case 'settleWithdrawal':
      throw new NotPrintable('a withdrawal that is settled by hand needs a name');
  }
}
