import { expect, test } from 'vitest';
import { indexesRead, tablesScanned } from './plans.ts';

const plan = {
  'Node Type': 'Hash Join',
  'Actual Loops': 1,
  Plans: [
    { 'Node Type': 'Seq Scan', 'Relation Name': 'sales', 'Actual Loops': 1 },
    {
      'Node Type': 'Nested Loop',
      'Actual Loops': 1,
      Plans: [
        { 'Node Type': 'Seq Scan', 'Relation Name': 'sales', 'Actual Loops': 1 },
        {
          'Node Type': 'Index Only Scan',
          'Relation Name': 'users',
          'Index Name': 'users_pkey',
          'Actual Loops': 9,
        },
      ],
    },
    { 'Node Type': 'Seq Scan', 'Relation Name': 'sale_items', 'Actual Loops': 0 },
  ],
};

test('a plan says what it reads whole and what by an index, however deep, of what was run', () => {
  expect(tablesScanned(plan)).toEqual(['sales']);
  expect(indexesRead(plan)).toEqual(['Index Only Scan of users_pkey']);
});
