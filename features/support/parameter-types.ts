import { defineParameterType } from '@cucumber/cucumber';
import { RECORDS } from './records.ts';

/** A wire name: letters and digits only, so that a colon may follow it directly. */
defineParameterType({ name: 'action', regexp: /[A-Za-z][A-Za-z0-9]*/, transformer: (name) => name });

/** What a wallet has on record, by its name in `RECORDS`. */
defineParameterType({
  name: 'record',
  regexp: Object.keys(RECORDS).map((name) => new RegExp(name)),
  transformer: (name: string) => RECORDS[name],
});
