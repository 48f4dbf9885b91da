import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import {
  ApprovalToken,
  closed,
  Id,
  IdParams,
  Instant,
  name,
  orNull,
  Reais,
  Uuid,
} from '../fields/values.ts';
import { BoxCount, BoxOfClosing, Closing } from './closings.ts';

export const Movement = Type.Object({
  id: Id,
  box: Id,
  kind: Type.Enum(['supply', 'withdrawal']),
  amount: Type.Number(),
  reason: Type.String(),
  created_at: Instant,
  seller_name: Type.String({ description: 'Quem fez' }),
  approved_by: orNull(Type.String()),
});
export type Movement = Static<typeof Movement>;

/** A box that is open, or counted and waiting for the reason of its difference. */
export const CashBox = Type.Object({
  id: Id,
  seller: Id,
  seller_name: Type.String(),
  opened_at: Instant,
  float: Type.Number(),
  last_count: BoxOfClosing.properties.last_count,
  left_open: Type.Boolean({ description: 'Aberto desde outro dia: só pode ser fechado' }),
  short: Type.Boolean({
    description: 'A gaveta não cobriu uma sangria: desde então cada uma pede autorização',
  }),
  methods: Type.Array(Type.String(), {
    description: 'As outras formas que também se contam; nenhuma sem essa configuração',
  }),
  movements: Type.Array(Movement),
  counts: orNull(Type.Array(BoxCount, { description: 'Depois de contado' })),
});
export type CashBox = Static<typeof CashBox>;

/** The facts that a counter needs before it sells. */
export const OwnBox = Type.Object({
  cash_box: Type.Enum(['simple', 'counted']),
  withdrawal_limit: Type.Number(),
  box: orNull(CashBox),
  closing: Type.Union([Closing, Type.Null()], {
    description: 'O fechamento do último caixa de hoje, enquanto nenhum está aberto',
  }),
  suggested_float: Type.Number({ description: 'A última contagem de dinheiro desta pessoa' }),
});
export type OwnBox = Static<typeof OwnBox>;

/** A look into a box (X report): what it should hold now. For administrators. */
export const BoxReport = Type.Object({
  ...CashBox.properties,
  sales_count: Type.Integer(),
  refunds_count: Type.Integer(),
  sold_total: Type.Number(),
  returned_total: Type.Number(),
  total_final: Type.Number(),
  payment_methods: Closing.properties.payment_methods,
  expected_cash: Type.Number(),
});
export type BoxReport = Static<typeof BoxReport>;

/** `closing` is null while a difference above the limit waits for its reason and approval. */
export const CountedBox = Type.Object({ box: CashBox, closing: orNull(Closing) });
export type CountedBox = Static<typeof CountedBox>;

const Noted = closed({
  value: Type.Integer({ minimum: 1, maximum: 20_000, description: 'Em centavos' }),
  count: Type.Integer({ minimum: 1, maximum: 99_999 }),
});

export const cashBoxEndpoints = {
  readOwnBox: { summary: 'O próprio caixa, e se é preciso abri-lo', answer: OwnBox },
  openBox: {
    summary: 'Abrir o próprio caixa com um fundo de troco',
    body: closed({ float: Reais }),
    status: 201,
    answer: CashBox,
    refusals: ['box_already_open', 'not_allowed', 'clock_in_closed_month'],
  },
  moveCash: {
    summary: 'Suprimento ou sangria do próprio caixa, exatamente uma vez por chave',
    headers: Type.Object({ 'idempotency-key': Uuid }),
    body: closed({
      kind: Type.Enum(['supply', 'withdrawal']),
      amount: Type.Number({ ...Reais, minimum: 0.01 }),
      reason: name(MAX_LENGTH.reason),
      approval: ApprovalToken,
    }),
    status: 201,
    answer: Movement,
    refusals: [
      'clock_in_closed_month',
      'box_not_open',
      'box_left_open',
      'drawer_short',
      'amount_too_large',
      'approval_required',
      'approval_ended',
      'key_reused',
      'unfit_text',
    ],
  },
  countBox: {
    summary: 'Guardar a contagem de um caixa, uma vez; sem diferença acima do limite, ele fecha',
    params: IdParams,
    body: closed({
      cash: Reais,
      notes: Type.Optional(Type.Array(Noted, { maxItems: 30 })),
      methods: Type.Optional(
        Type.Array(
          closed({ method: Type.String({ maxLength: MAX_LENGTH.methodName }), amount: Reais }),
          {
            maxItems: 100,
          },
        ),
      ),
    }),
    answer: CountedBox,
    refusals: [
      'not_found',
      'clock_in_closed_month',
      'box_counted',
      'figures_differ',
      'unknown_payment_method',
    ],
  },
  settleBox: {
    summary: 'Fechar um caixa contado com diferença: motivo e autorização',
    params: IdParams,
    body: closed({ reason: name(MAX_LENGTH.reason), approval: ApprovalToken }),
    answer: CountedBox,
    refusals: [
      'not_found',
      'clock_in_closed_month',
      'approval_required',
      'month_closed',
      'approval_ended',
      'unfit_text',
    ],
  },
  listOpenBoxes: {
    summary: 'Os caixas que ainda não fecharam, do mais antigo ao mais novo',
    answer: Type.Array(CashBox),
  },
  readBox: {
    summary: 'Olhar um caixa aberto por dentro (relatório X)',
    params: IdParams,
    answer: BoxReport,
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>;
