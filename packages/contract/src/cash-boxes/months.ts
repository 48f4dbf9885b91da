import { MATTERS } from '@balcao/domain/month/month.ts';
import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { closed, Day, Id, IdParams, Instant, orNull, Uuid } from '../fields/values.ts';
import { cashBoxEndpoints } from './cash-boxes.ts';

const MonthKey = Type.String({ pattern: '^2[0-9]{3}-(0[1-9]|1[0-2])$', description: 'AAAA-MM' });

const Done = { at: Instant, by: Type.String({ description: 'O nome' }) };

/** A month with its sums of now, and its closing if it is closed. */
const ListedMonth = Type.Object({
  month: MonthKey,
  ended: Type.Boolean(),
  sales: Type.Integer(),
  total: Type.Number({ description: 'Líquido: o vendido menos o devolvido, agora' }),
  closing: orNull(Type.Object({ id: Id, version: Type.Integer(), ...Done, total: Type.Number() })),
});
export type ListedMonth = Static<typeof ListedMonth>;

/** What should be settled before the month is closed. */
const OpenMatter = Type.Object({
  kind: Type.Enum(Object.keys(MATTERS) as (keyof typeof MATTERS)[]),
  day: orNull(Day),
  seller: orNull(Id),
  seller_name: Type.String(),
  box: orNull(Id),
  count: orNull(
    Type.Integer({
      description: 'Quantos Pix do mês, ou dias de cartões, que não são de um dia só',
    }),
  ),
  amount: orNull(Type.Number({ description: 'O que soma, ou quanto difere; null: não se sabe' })),
});
export type OpenMatter = Static<typeof OpenMatter>;

/** What happened after the closing. */
const Moved = Type.Object({
  kind: Type.Enum(['sale', 'deletion', 'refund', 'exchange', 'payments', 'box'], {
    description: 'sale: uma venda que o fechamento não conhecia, datada no mês depois dele',
  }),
  number: Type.Integer({ description: 'Da venda, ou do caixa' }),
  ...Done,
  approved_by: orNull(Type.String()),
  reason: orNull(Type.String()),
  amount: Type.Number({ description: 'Por quanto' }),
  month: MonthKey,
});
export type Moved = Static<typeof Moved>;

const IssuedFile = Type.Object({
  sha256: Type.String(),
  bytes: Type.Integer(),
});

const MonthVersion = Type.Object({
  id: Id,
  version: Type.Integer(),
  ...Done,
  total: Type.Number(),
  open: Type.Integer({ description: 'O que ainda estava em aberto' }),
  fingerprint: Type.String({ description: 'O código do papel: SHA-256 de todos os números' }),
  pdf: IssuedFile,
  xlsx: IssuedFile,
  reopened: orNull(Type.Object({ ...Done, approved_by: Type.String(), reason: Type.String() })),
});
export type MonthVersion = Static<typeof MonthVersion>;

export const ShownMonth = Type.Object({
  ...ListedMonth.properties,
  open: Type.Array(OpenMatter, { description: 'Vazio enquanto o mês está fechado' }),
  versions: Type.Array(MonthVersion, { description: 'A mais nova primeiro' }),
  unexplained: Type.Array(Type.Object({ day: Day, method: Type.String(), amount: Type.Number() }), {
    description: 'Por quanto a soma de agora difere da selada, além do que está em moved',
  }),
  moved: Type.Array(Moved, { description: 'Desde o fechamento, o mais antigo primeiro' }),
});
export type ShownMonth = Static<typeof ShownMonth>;

export const monthEndpoints = {
  listMonths: {
    summary: 'Os meses com vendas, o mais novo primeiro, abertos e fechados',
    answer: Type.Array(ListedMonth),
  },
  readMonth: {
    summary: 'Um mês: o que está em aberto, seus fechamentos e o que mudou desde o último',
    params: closed({ month: MonthKey }),
    answer: ShownMonth,
    refusals: ['not_found'],
  },
  closeMonth: {
    summary: 'Fechar um mês: um PDF e um XLSX que ficam guardados, uma vez por chave',
    params: closed({ month: MonthKey }),
    headers: Type.Object({ 'idempotency-key': Uuid }),
    status: 201,
    answer: ShownMonth,
    refusals: ['not_found', 'month_not_ended', 'month_already_closed', 'key_reused'],
  },
  reopenMonth: {
    summary: 'Reabrir um mês, com motivo e autorização; os arquivos do fechamento ficam',
    params: IdParams,
    body: cashBoxEndpoints.settleBox.body,
    answer: ShownMonth,
    refusals: ['not_found', 'month_closed', 'approval_ended', 'month_open', 'unfit_text'],
  },
  readMonthFile: {
    summary: 'Um arquivo de um fechamento do mês, byte por byte como foi emitido',
    params: IdParams,
    query: closed({ format: Type.Enum(['pdf', 'xlsx']) }),
    files: ['application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    answer: Type.Unsafe<AsyncIterable<Uint8Array>>({ description: 'O arquivo' }),
    answerHeaders: {
      'content-disposition': Type.String({ description: 'O nome do arquivo' }),
    },
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>;
