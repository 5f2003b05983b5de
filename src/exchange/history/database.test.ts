import { afterEach, beforeEach, expect, test } from 'vitest';
import { type HistoryDatabase, openDatabase } from './database.ts';
import { COLUMNS, type TableName } from './schema.sql.ts';

let database: HistoryDatabase;
beforeEach(async () => {
  database = await openDatabase();
});
afterEach(() => database.close());

const rowsOfTexts = (table: TableName): unknown =>
  JSON.parse(`[${[...database.rowTexts(table)].join(',')}]`) as unknown;

test.each(Object.keys(COLUMNS) as TableName[])('an empty table %s has no pages of text', (table) => {
  expect([...database.rowTexts(table)]).toEqual([]);
});

test('rows as text are the rows, page after page, with gaps between their keys', () => {
  database.transaction((insert) => {
    for (let row = 0; row < 1_200; row += 1)
      insert('order_states', [
        row * row,
        2 ** 40 + row,
        7,
        1_767_571_200_000 + row,
        'filled',
        `1,,"${row}é\n\u0001`,
        null,
      ]);
  });
  expect([...database.rowTexts('order_states')]).toHaveLength(3);
  expect(rowsOfTexts('order_states')).toEqual(database.rows('order_states'));
});

test('samples come by account and time, a page for each account', () => {
  database.transaction((insert) => {
    for (let hour = 5; hour > 0; hour -= 1)
      for (const account of [9, 2, 30]) insert('value_samples', [account, hour, `${hour}.5`, '0', '12n']);
  });
  expect([...database.rowTexts('value_samples')]).toHaveLength(3);
  expect(rowsOfTexts('value_samples')).toEqual(database.rows('value_samples'));
});
