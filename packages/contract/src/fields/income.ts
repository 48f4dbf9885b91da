import { INCOMES } from '@balcao/domain/income.ts';
import { Type } from 'typebox';
import { orNull } from './values.ts';

export const Income = orNull(
  Type.Enum([...INCOMES], { description: 'De quem é a receita; null: das duas instituições' }),
);
