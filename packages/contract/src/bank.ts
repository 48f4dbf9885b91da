import { LONGEST_SETTLEMENT } from '@balcao/domain/bank/card-settlement.ts';
import { pixStates } from '@balcao/domain/bank/pix-states.ts';
import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint-types.ts';
import { MOST_IMPORTED } from './fields/list-limits.ts';
import { pageOf, pageQuery } from './fields/page.ts';
import { MAX_LENGTH } from './fields/text-lengths.ts';
import {
  closed,
  Day,
  Id,
  IdParams,
  Instant,
  name,
  orNull,
  Percent,
  Reais,
  STORABLE,
} from './fields/values.ts';

/** What the bank received, beside what the shop sold by Pix and cards. */

/** Twenty thousand lines are 4 MB. */
const LARGEST_BODY = 8 * 1024 * 1024;

const Time = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' });
const Txid = Type.String({ pattern: '^[0-9a-f]{24}[1-5]$' });
const Kind = Type.Enum(['pix', 'card', 'reversal', 'sent'], {
  description:
    'reversal: estorno ou tarifa que voltou; não é de venda nenhuma. sent: Pix que saiu da conta',
});
const Account = Type.String({ maxLength: 60, pattern: STORABLE });

const StatementLine = closed({
  day: Day,
  time: orNull(Time),
  amount: Reais,
  txid: orNull(Txid),
  end_to_end: orNull(Type.String({ pattern: '^E[0-9]{20}[0-9A-Za-z]{11}$' })),
  kind: Kind,
  memo: Type.String({
    maxLength: 200,
    pattern: STORABLE,
    description: 'Do histórico fica só o tipo; nomes viram iniciais, e números saem',
  }),
});
export type StatementLine = Static<typeof StatementLine>;

const AddedStatement = Type.Object({
  id: orNull(Id),
  in_doubt: Type.Array(
    Type.Object({
      line: Type.Integer({ description: 'O lugar na lista lines, desde 0' }),
      known: Type.Object({
        day: Day,
        time: orNull(Time),
        amount: Type.Number(),
        memo: Type.String(),
      }),
    }),
    {
      description:
        'Linhas que podem ser o movimento known, já guardado, ou outro: sem decisão em decided, nada é guardado',
    },
  ),
  added: Type.Integer({ description: 'Linhas que ainda não estavam aqui' }),
  matched: Type.Integer({ description: 'Das linhas, quantas foram ligadas a um pagamento agora' }),
});
export type AddedStatement = Static<typeof AddedStatement>;

const Statement = Type.Object({
  id: Id,
  at: Instant,
  by: Type.String(),
  from: Day,
  to: Day,
  account: Type.String({ description: 'A conta do banco; vazio: a única' }),
  account_in_file: Type.String({ description: 'Como o arquivo a chama; vazio: não diz' }),
  lines: Type.Integer({ description: 'As que ele tem; outros podem ter as mesmas' }),
});
export type Statement = Static<typeof Statement>;

/** A Pix payment: a line of a sale, or with `correction` a line of a correction of its payments. */
const PaymentKey = closed({
  sale: Id,
  correction: orNull(Id),
  line: Type.Integer({ minimum: 1, maximum: 100 }),
});
export type PaymentKey = Static<typeof PaymentKey>;

const ShopPayment = Type.Object({
  ...PaymentKey.properties,
  at: Instant,
  amount: Type.Number({ description: 'Como o cliente pagou, com o troco' }),
  undone: orNull(
    Type.Enum(['deleted', 'corrected'], {
      description: 'A venda foi excluída, ou corrigida para outra forma de pagamento',
    }),
  ),
});
export type ShopPayment = Static<typeof ShopPayment>;

/** Whom the money is of, in a word, if not the shop's. */
const Word = name(MAX_LENGTH.bankWord);

const BankLine = Type.Object({
  id: Id,
  day: Day,
  time: orNull(Time),
  amount: Type.Number(),
  memo: Type.String(),
  how: orNull(Type.Enum(['txid', 'amount', 'hand'], { description: 'Como foi ligada' })),
  not_ours: orNull(
    Type.String({ description: 'O que é, se não é da loja: não espera mais ninguém' }),
  ),
});
export type BankLine = Static<typeof BankLine>;

const State = Type.Enum([...pixStates], {
  description:
    'found: nos dois; differs: nos dois, com outro valor; missing: a loja vendeu, e o extrato não tem; uncovered: a loja vendeu, e o dia está sem extrato; unknown: o extrato tem, e a loja não; double: outra vez o Pix de uma venda; undone: o extrato tem, e a venda foi desfeita; reversal: estorno ou tarifa que voltou; not_ours: não é da loja',
});
const ComparedPix = Type.Object({
  state: State,
  payment: orNull(ShopPayment),
  line: orNull(BankLine),
});
export type ComparedPix = Static<typeof ComparedPix>;

const Joinable = Type.Object({
  ...ShopPayment.properties,
  client: Type.String({ description: 'As iniciais, como no extrato' }),
});
export type Joinable = Static<typeof Joinable>;

const PixSum = Type.Object({
  state: State,
  count: Type.Integer(),
  shop: Type.Number({ description: 'O que a loja espera destas' }),
  bank: Type.Number({ description: 'O que o banco recebeu destas' }),
});
export type PixSum = Static<typeof PixSum>;

const ComparedPage = Type.Object({
  ...pageOf(ComparedPix).properties,
  sums: Type.Array(PixSum, { description: 'De todo o período, também com filtro' }),
});
export type ComparedPage = Static<typeof ComparedPage>;

const period = { startDate: Day, endDate: Day };
const comparedQuery = closed({
  ...period,
  page: pageQuery.page,
  page_size: pageQuery.page_size,
  state: Type.Optional(State),
});

const CardDay = Type.Object({
  day: Day,
  expected: Type.Number(),
  received: Type.Number(),
  difference: Type.Number({ description: 'received − expected' }),
  sales: Type.Integer({ description: 'Vendas com taxa, que a maquininha arredonda uma a uma' }),
  state: Type.Enum(['uncovered', 'equal', 'rounding', 'differs'], {
    description:
      'uncovered: sem extrato deste dia; rounding: difere em até um centavo por venda, o que é arredondamento',
  }),
  parts: Type.Array(
    Type.Object({
      method: Type.String(),
      sold: Type.Object({ day: Day, gross: Type.Number(), fee: Type.Number() }),
      net: Type.Number(),
    }),
  ),
});
export type CardDay = Static<typeof CardDay>;

const Cards = Type.Object({
  has_terms: Type.Boolean({ description: 'Se alguma forma de pagamento tem prazo e taxa' }),
  days: Type.Array(CardDay),
});
export type Cards = Static<typeof Cards>;

const CardTerms = closed({
  method: Id,
  days: Type.Integer({ minimum: 0, maximum: LONGEST_SETTLEMENT }),
  business_days: Type.Boolean(),
  fee: Type.Number({ ...Percent, description: 'Em %, sobre o que a forma vendeu no dia' }),
});
export type CardTerms = Static<typeof CardTerms>;
const CardSettings = closed({
  terms: Type.Array(CardTerms, { maxItems: 100 }),
  holidays: Type.Array(Type.String({ pattern: '^(2[0-9]{3}-)?[0-9]{2}-[0-9]{2}$' }), {
    maxItems: 100,
    description:
      'Feriados da cidade e do estado, MM-DD de todo ano ou AAAA-MM-DD; os nacionais são conhecidos',
  }),
});
export type CardSettings = Static<typeof CardSettings>;

export const bankEndpoints = {
  addStatement: {
    summary:
      'Guardar as entradas de um extrato e ligá-las às vendas; o que já está não entra de novo, também de outro tipo de arquivo',
    body: closed({
      from: Day,
      to: Day,
      account: Account,
      account_in_file: Account,
      direction: Type.Enum(['file', 'person'], {
        description: 'Quem diz que estas linhas entraram: o arquivo, ou para algumas uma pessoa',
      }),
      shows_sent: Type.Boolean({
        description: 'Se o arquivo tem também o que saiu, e assim todos os Pix que saíram',
      }),
      lines: Type.Array(StatementLine, { maxItems: MOST_IMPORTED }),
      decided: Type.Optional(
        Type.Array(closed({ line: Type.Integer({ minimum: 0 }), is_another: Type.Boolean() }), {
          maxItems: MOST_IMPORTED,
          description: 'De linhas em in_doubt: se são outro movimento',
        }),
      ),
    }),
    bodyLimit: LARGEST_BODY,
    answer: AddedStatement,
    refusals: ['invalid_day', 'line_outside'],
  },
  listStatements: { summary: 'Os últimos extratos guardados', answer: Type.Array(Statement) },
  deleteStatement: {
    summary: 'Tirar um extrato, com as linhas que nenhum outro tem',
    params: IdParams,
    status: 204,
    answer: Type.Null(),
    refusals: ['not_found'],
  },
  comparePix: {
    summary: 'Os Pix de um período, da loja e do banco, um ao lado do outro',
    query: comparedQuery,
    answer: ComparedPage,
    refusals: ['invalid_day', 'period_too_long'],
  },
  compareReturns: {
    summary: 'As devoluções em Pix de um período, e os Pix que saíram da conta',
    query: comparedQuery,
    answer: ComparedPage,
    refusals: ['invalid_day', 'period_too_long'],
  },
  listJoinable: {
    summary: 'Os pagamentos, ou as devoluções, sem linha no extrato que uma linha pode ser',
    params: IdParams,
    answer: Type.Array(Joinable),
    refusals: ['not_found'],
  },
  setNotOurs: {
    summary: 'Dizer que uma linha do extrato não é da loja, e o que é; com null, que é',
    params: IdParams,
    body: closed({ word: orNull(Word) }),
    answer: BankLine,
    refusals: ['not_found', 'line_matched', 'unfit_text'],
  },
  matchLine: {
    summary: 'Ligar uma linha do extrato a um pagamento, ou com null desligar',
    params: IdParams,
    body: closed({ payment: orNull(PaymentKey) }),
    answer: BankLine,
    refusals: ['not_found', 'unknown_payment', 'payment_found'],
  },
  compareCards: {
    summary: 'O que os cartões deviam pagar em cada dia, e o que o banco recebeu',
    query: closed(period),
    answer: Cards,
    refusals: ['invalid_day', 'period_too_long'],
  },
  readCardTerms: {
    summary: 'Prazo e taxa das formas de pagamento que são cartão, e os feriados locais',
    answer: CardSettings,
  },
  editCardTerms: {
    summary: 'Mudar prazo e taxa de todas, a que não vier deixa de ser cartão; e os feriados',
    body: closed({ ...CardSettings.properties, shown: Type.Optional(CardSettings) }),
    answer: CardSettings,
    refusals: ['changed_meanwhile', 'invalid_day', 'unknown_payment_method'],
  },
} as const satisfies Record<string, Endpoint>;
