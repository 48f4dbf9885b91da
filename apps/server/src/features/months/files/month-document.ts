import type { Institution } from '@balcao/contract/shop/institution.ts';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { formatCents } from '@balcao/domain/money.ts';
import { codeInGroups, monthInWords } from '@balcao/domain/month/month.ts';
import type { MonthSums } from '@balcao/domain/month/month-figures.ts';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Issue, SaleNumbers } from './issue.ts';
import { monthSheets } from './month-sheets.ts';
import { hairline, heading, MM, QUIET, sheetOnPaper } from './month-table.ts';

const SIDE = 18 * MM;
const WIDTH = 210 * MM - 2 * SIDE;

/** A4, portrait: what a treasurer signs. */
export function monthDocument(
  issue: Issue,
  institutions: Institution['institutions'],
): TDocumentDefinitions {
  const { contents, version, code } = issue;
  const title = `Fechamento do mês, ${monthInWords(contents.month)}`;
  return {
    pageSize: 'A4',
    pageMargins: [SIDE, 16 * MM, SIDE, 18 * MM],
    info: { title },
    defaultStyle: { font: 'Roboto', fontSize: 8.5, lineHeight: 1.1 },
    // A title does not stand alone at the foot of a page.
    pageBreakBefore: ({ headlineLevel }, { getFollowingNodesOnPage }) =>
      headlineLevel === 1 && getFollowingNodesOnPage().length === 0,
    footer: (page, pages) => ({
      columns: [
        { text: `${title}, versão ${version}`, width: '*' },
        { text: codeInGroups(code).slice(0, 19), width: 'auto' },
        { text: `${page} de ${pages}`, alignment: 'right', width: 20 * MM },
      ],
      margin: [SIDE, 6 * MM, SIDE, 0],
      fontSize: 7.5,
      color: QUIET,
    }),
    content: [
      ...head(issue, institutions),
      sums(contents.figures),
      numbersInWords(contents.numbers),
      ...monthSheets(contents).flatMap(sheetOnPaper),
      proof(issue),
    ],
  };
}

function head(
  { contents, version, closedAt, closedBy }: Issue,
  institutions: Institution['institutions'],
): Content[] {
  const month = monthInWords(contents.month);
  return [
    {
      columns: institutions.map(({ name, cnpj }, index) => ({
        text: [{ text: name, bold: true, color: 'black' }, `\nCNPJ ${cnpj}`],
        alignment: index === 0 ? ('left' as const) : ('right' as const),
      })),
      fontSize: 8,
      color: QUIET,
    },
    hairline(WIDTH, 2.5, 6),
    { text: 'Fechamento do mês', fontSize: 10, color: QUIET },
    { text: `${month[0]?.toUpperCase()}${month.slice(1)}`, fontSize: 24, bold: true },
    {
      text: `Fechado em ${formatMoment(closedAt)} por ${closedBy}. Versão ${version}. Valores em reais.`,
      color: QUIET,
    },
  ];
}

function sums({ sales, sold, returned, total }: MonthSums): Content {
  const fact = (label: string, value: string, fontSize: number) => [
    { text: label, color: QUIET, fontSize: 8, margin: [0, fontSize < 20 ? 6.5 : 0, 0, 0] as never },
    { text: value, fontSize, bold: true },
  ];
  return {
    columns: [
      { stack: fact('Líquido', formatCents(total), 20), width: '*' },
      { stack: fact('Vendas', sales.toLocaleString('pt-BR'), 12), width: 26 * MM },
      { stack: fact('Vendido', formatCents(sold), 12), width: 38 * MM },
      { stack: fact('Devolvido', formatCents(returned), 12), width: 'auto' },
    ],
    margin: [0, 6 * MM, 0, 0],
  };
}

function numbersInWords({ first, last, gaps }: SaleNumbers): Content {
  const missing = gaps.reduce((sum, gap) => sum + gap.last - gap.first + 1, 0);
  const none =
    missing === 0
      ? ', sem nenhum faltando'
      : `; ${missing} ${missing === 1 ? 'número' : 'números'} sem venda, com o motivo abaixo`;
  return {
    text: first === null ? '' : `Vendas do nº ${first} ao nº ${last}${none}.`,
    color: QUIET,
    margin: [0, 2 * MM, 0, 0],
  };
}

/** The code as text and for a camera, what proves a file, and who signs. */
function proof({ contents, version, code }: Issue): Content {
  const groups = codeInGroups(code).split(' ');
  const lines = [0, 4, 8, 12].map((first) => groups.slice(first, first + 4).join('  '));
  const signature = (name: string): Content => [hairline(70 * MM, 14, 1), { text: name }];
  return {
    stack: [
      heading('Código deste fechamento'),
      {
        columns: [
          {
            qr: `BALCAO MES ${contents.month} VERSAO ${version} ${code.toUpperCase()}`,
            fit: 30 * MM,
            width: 36 * MM,
          },
          {
            stack: [
              { text: lines.join('\n'), fontSize: 11, bold: true, lineHeight: 1.25 },
              {
                text: 'É a impressão digital (SHA-256) de todos os números acima: com outro número seria outro código. O mesmo código está na auditoria da loja e na página do mês. O comando audit:verify diz se um arquivo é o que foi emitido.',
                color: QUIET,
                margin: [0, 4, 0, 0],
              },
            ],
            width: '*',
          },
        ],
      },
      { columns: [signature('Tesouraria'), signature('Direção')], columnGap: 10 * MM },
    ],
    unbreakable: true,
  };
}
