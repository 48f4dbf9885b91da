import { INCOME_PARTS } from '@balcao/domain/income.ts';
import { Type } from 'typebox';
import { KINDS_OF_FILTER } from './entries-filter.ts';
import { MAX_LENGTH } from './text-lengths.ts';
import { Day, STORABLE } from './values.ts';

const RowId = Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' }));
const MethodName = Type.Optional(
  Type.String({ minLength: 1, maxLength: MAX_LENGTH.methodName, pattern: STORABLE }),
);

/** An EntriesFilter as a query. */
export const entriesQuery = {
  startDate: Type.Optional(Day),
  endDate: Type.Optional(Day),
  seller: RowId,
  method: MethodName,
  methodNow: MethodName,
  product: RowId,
  income: Type.Optional(Type.Enum([...INCOME_PARTS])),
  client: RowId,
  student: RowId,
  closing: RowId,
  kind: Type.Optional(Type.Enum([...KINDS_OF_FILTER])),
};
