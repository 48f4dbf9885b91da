import type { PersonalData } from '@balcao/contract/people/personal-data.ts';
import type { Correction } from '@balcao/contract/sales/corrections.ts';
import type { Sale } from '@balcao/contract/sales/sales.ts';
import { formatCpf } from '@balcao/domain/cpf.ts';
import { recordedMoment } from '@balcao/domain/dates/recorded.ts';
import { cents, formatCents, formatReais } from '@balcao/domain/money.ts';
import type { Content } from 'pdfmake/interfaces';
import { nameOf, summaryOf } from '../../corrections/correction-words.ts';
import { type Kind, othersOf } from '../people.queries.ts';
import { wordsOf } from '../people-words.ts';

type Stored = PersonalData['person'];

/** What the JSON file has, in words, for the person to read. */
export function personalDataContent(kind: Kind, title: string, data: PersonalData): Content[] {
  const { person, merged, names, sales, corrections, companions, linked, parked_sales } = data;
  const other = othersOf(kind);
  const shown = (each: Stored) => personLine(kind, each);
  const shownOther = (each: Stored) => personLine(other, each);
  const others = other === 'student' ? 'Alunos' : 'Clientes';
  return [
    { text: title, bold: true, fontSize: 16 },
    { text: `Tudo o que a loja guarda, em ${recordedMoment(data.exported_at)} (LGPD, art. 18).` },
    ...section('Cadastro', [shown(person)]),
    ...section('Cadastros unidos a este', merged.map(shown)),
    ...section(
      'Nomes corrigidos',
      names.map((each) => `${recordedMoment(each.at)}: de ${each.old_name} para ${each.new_name}`),
    ),
    ...section('Vendas', sales.map(saleLines)),
    ...section(
      'Devoluções, trocas e correções',
      corrections.map((made) =>
        [
          `${nameOf(made)}, da venda nº ${made.sale} de ${recordedMoment(made.sale_created_at)}, em ${recordedMoment(made.created_at)}, por ${made.seller_name}`,
          made.approved_by && `autorizada por ${made.approved_by}`,
          made.kind === 'payments' ? summaryOf(made) : made.items.map(itemLine).join(', '),
          made.exchange_sale && `venda nova nº ${made.exchange_sale}`,
          made.total > 0 && `valor ${formatReais(made.total)}`,
          `no caixa: ${amountsOf(made.payments) || 'nada'}`,
          `motivo: ${made.reason}`,
          `cliente ${made.client_name}${made.student_name ? `, aluno ${made.student_name}` : ''}`,
        ]
          .filter(Boolean)
          .join('; '),
      ),
    ),
    ...section(`${others} das vendas`, companions.map(shownOther)),
    ...section(`${others} ligados por um administrador`, linked.map(shownOther)),
    ...section(
      'Pedidos em espera',
      parked_sales.map((order) =>
        [
          `Pedido nº ${order.id}, de ${recordedMoment(order.parked_at)}, do vendedor nº ${order.seller_id}`,
          `cliente ${[order.client_name, order.client_cpf].filter(Boolean).join(', CPF ') || '(vazio)'}`,
          `aluno ${[order.student_name, order.student_registration].filter(Boolean).join(', matrícula ') || '(vazio)'}`,
          order.items
            .map(
              ({ product, quantity, price_cents }) =>
                `${quantity} × produto nº ${product} a ${formatCents(cents(price_cents))}`,
            )
            .join(', '),
        ].join('; '),
      ),
    ),
  ];
}

/** An empty section says so: nothing is kept. */
const section = (title: string, lines: readonly string[]): Content[] => [
  { text: title, bold: true, fontSize: 12, margin: [0, 14, 0, 4] },
  ...(lines.length === 0
    ? [{ text: 'Nada guardado.', color: '#55606a' }]
    : lines.map((text): Content => ({ text, margin: [0, 0, 0, 5] }))),
];

function personLine(kind: Kind, { id, number, name, created_at, class: ofClass }: Stored): string {
  const whole = kind === 'client' && /^\d{11}$/.test(number) ? formatCpf(number) : number;
  return [
    name || '(sem nome)',
    `${wordsOf[kind].number} ${whole}`,
    ofClass && `turma ${ofClass}`,
    `cadastro nº ${id}, de ${recordedMoment(created_at)}`,
  ]
    .filter(Boolean)
    .join('; ');
}

type Item = Pick<Sale['products_data'][number], 'quantity' | 'total' | 'product_info'> &
  Partial<Pick<Sale['products_data'][number], 'subtotal' | 'desc_percent' | 'desc_value'>> &
  Partial<Pick<Correction['items'][number], 'damaged'>>;

/** An item that was sold, or that came back. A discount of nothing says nothing. */
function itemLine({ quantity, product_info, total, damaged, ...sold }: Item): string {
  const { name, code, price } = product_info;
  const { subtotal = 0, desc_percent = 0, desc_value = 0 } = sold;
  const discount = `: ${formatReais(subtotal)}, desconto ${desc_percent.toLocaleString('pt-BR')} %`;
  return [
    `${quantity} × ${name} (cód. ${code}) a ${formatReais(price)}`,
    desc_value > 0 && `${discount} = ${formatReais(desc_value)}`,
    ` = ${formatReais(total)}`,
    damaged && ', avariado',
  ]
    .filter(Boolean)
    .join('');
}

const amountsOf = (payments: Correction['payments']) =>
  payments.map(({ method, amount }) => `${method} ${formatReais(amount)}`).join(' + ');

const PAYMENTS = [1, 2, 3, 4, 5] as const;

/** What did not happen says nothing: a discount, a return. */
function saleLines(sale: PersonalData['sales'][number]): string {
  const payments = PAYMENTS.flatMap((line) => {
    const amount = sale[`payment_method${line}`];
    return amount ? [`${sale[`payment_desc${line}`]} ${formatReais(amount)}`] : [];
  });
  const { corrections } = sale;
  const { name, cpf } = sale.client_data;
  return [
    `Venda nº ${sale.id}, de ${recordedMoment(sale.created_at)}, por ${sale.seller_data.name}`,
    `cliente ${name}, CPF ${/^\d{11}$/.test(cpf) ? formatCpf(cpf) : cpf}`,
    sale.student_data &&
      `aluno ${sale.student_data.name || '(sem nome)'}, matrícula ${sale.student_data.registration}`,
    sale.products_data.map(itemLine).join(', '),
    sale.lists && `lista de material: ${sale.lists.join(', ')}`,
    sale.parked_by && `guardada por ${sale.parked_by}`,
    `subtotal ${formatReais(sale.subtotal)}, total ${formatReais(sale.total)}`,
    sale.desc_general > 0 && `desconto geral ${formatReais(sale.desc_general)}`,
    `total geral ${formatReais(sale.total_general)}`,
    `pago: ${payments.join(' + ')} = ${formatReais(sale.valor_pago)}, troco ${formatReais(sale.troco)}`,
    corrections?.exchange_of && `troca da venda nº ${corrections.exchange_of}`,
    corrections &&
      corrections.returned_total > 0 &&
      `devolvido ${formatReais(corrections.returned_total)}`,
    corrections?.payments && `pagamento corrigido: ${amountsOf(corrections.payments)}`,
    sale.deleted_at && `excluída em ${recordedMoment(sale.deleted_at)}`,
    sale.deletion_reason && `motivo da exclusão: ${sale.deletion_reason}`,
  ]
    .filter(Boolean)
    .join('; ');
}
