import { type Static, type TProperties, Type } from 'typebox';
import type { Endpoint } from './endpoint-types.ts';
import { deliveredFrom, StockKey } from './fields/delivered-from.ts';
import { MAX_CELL_LENGTH, MAX_FILE_NAME, MOST_IMPORTED } from './fields/list-limits.ts';
import { MadeInBulk, Undone } from './fields/undone.ts';
import { closed, IdParams, orNull, SearchText } from './fields/values.ts';

/** Twenty thousand rows of long names are 5 MB. */
const LARGEST_BODY = 8 * 1024 * 1024;

/** A cell as text; the server reads it. Without the field, the file has no such column. */
const Cell = Type.String({ maxLength: MAX_CELL_LENGTH, pattern: '^[^\\u0000]*$' });
const OtherCell = Type.Optional(Cell);
const line = Type.Integer({ minimum: 1, maximum: 1_048_576, description: 'Linha do arquivo' });

const ImportedProduct = closed({
  line,
  code: Cell,
  name: OtherCell,
  price: OtherCell,
  active: OtherCell,
  pinned: OtherCell,
  income: OtherCell,
});
export type ImportedProduct = Static<typeof ImportedProduct>;

const ImportedEnrolment = closed({
  line,
  registration: Cell,
  student: OtherCell,
  class: OtherCell,
  cpf: OtherCell,
  client: OtherCell,
});
export type ImportedEnrolment = Static<typeof ImportedEnrolment>;

const ImportedDelivery = closed({ line, code: Cell, quantity: OtherCell });
export type ImportedDelivery = Static<typeof ImportedDelivery>;

const ImportedListLine = closed({
  line,
  code: Cell,
  list: OtherCell,
  product: Cell,
  quantity: OtherCell,
});
export type ImportedListLine = Static<typeof ImportedListLine>;

const ROW_KINDS = ['new', 'changed', 'same', 'wrong'] as const;

const ComparedRow = Type.Object({
  line,
  kind: Type.Enum([...ROW_KINDS]),
  changes: Type.Array(
    Type.Object({
      field: Type.String(),
      from: orNull(Type.String({ description: 'null: novo' })),
      to: Type.String(),
    }),
  ),
  problems: Type.Array(Type.Object({ field: Type.String(), reason: Type.String() })),
  warnings: Type.Optional(
    Type.Array(Type.String(), { description: 'O que parece estragado, e entra assim mesmo' }),
  ),
  asks: Type.Optional(
    Type.Boolean({
      description:
        'Troca o nome de quem já está cadastrado, ou é um produto novo cujo código só difere de outro nos zeros da frente: só entra se a linha está em renamed',
    }),
  ),
});
export type ComparedRow = Static<typeof ComparedRow>;

const Totals = Type.Array(
  Type.Object({
    what: Type.Enum(['product', 'list', 'student', 'client', 'link', 'delivery']),
    created: Type.Integer(),
    edited: Type.Integer(),
  }),
);

const Preview = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'O resumo da conferência' });

const Comparison = Type.Object({
  preview: Preview,
  totals: Type.Array(Totals.items, { description: 'Sem as linhas que perguntam' }),
  rows: Type.Array(ComparedRow, { description: 'Na ordem das linhas enviadas' }),
});
export type Comparison = Static<typeof Comparison>;

const Ticked = Type.Optional(
  Type.Array(line, { maxItems: MOST_IMPORTED, description: 'As linhas marcadas' }),
);

const FileName = Type.Optional(Type.String({ ...SearchText, maxLength: MAX_FILE_NAME }));

/** An import of the last ones, which can be undone for a day. */
const PastImport = Type.Object({
  ...MadeInBulk,
  file: orNull(Type.String()),
  totals: Totals,
});
export type PastImport = Static<typeof PastImport>;

const Imported = Type.Object({ totals: Totals });
export type Imported = Static<typeof Imported>;

const rowsOf = <P extends TProperties>(row: ReturnType<typeof closed<P>>) =>
  Type.Array(row, { minItems: 1, maxItems: MOST_IMPORTED });

const compared = { bodyLimit: LARGEST_BODY, answer: Comparison } as const;
const imported = {
  bodyLimit: LARGEST_BODY,
  answer: Imported,
  refusals: ['import_changed', 'wrong_rows'],
} as const;

export const importEndpoints = {
  compareProducts: {
    summary: 'Conferir produtos de um arquivo com os cadastrados, linha por linha, sem gravar nada',
    body: closed({ rows: rowsOf(ImportedProduct) }),
    ...compared,
  },
  importProducts: {
    summary: 'Importar produtos: todos ou nenhum, e só se tudo ainda é como na conferência',
    body: closed({
      rows: rowsOf(ImportedProduct),
      preview: Preview,
      file: FileName,
      renamed: Ticked,
    }),
    ...imported,
    refusals: [...imported.refusals, 'code_of_other'],
  },
  compareDelivery: {
    summary: 'Conferir as linhas de uma entrada em um arquivo: código e quantidade',
    body: closed({ rows: rowsOf(ImportedDelivery) }),
    ...compared,
    refusals: ['too_many_pieces'],
  },
  importDelivery: {
    summary: 'Registrar a entrada de um arquivo, exatamente uma vez por chave',
    headers: StockKey,
    body: closed({
      rows: rowsOf(ImportedDelivery),
      preview: Preview,
      file: FileName,
      ...deliveredFrom,
    }),
    ...imported,
    refusals: [
      ...imported.refusals,
      'too_many_pieces',
      'clock_in_closed_month',
      'key_reused',
      'unfit_text',
    ],
  },
  compareRoll: {
    summary: 'Conferir as matrículas de um arquivo com os alunos e clientes cadastrados',
    body: closed({ rows: rowsOf(ImportedEnrolment) }),
    ...compared,
  },
  importRoll: {
    summary: 'Importar matrículas: alunos, responsáveis e suas ligações, todos ou nenhum',
    body: closed({
      rows: rowsOf(ImportedEnrolment),
      preview: Preview,
      file: FileName,
      renamed: Ticked,
    }),
    ...imported,
  },
  compareLists: {
    summary: 'Conferir listas de material de um arquivo com as cadastradas, linha por linha',
    body: closed({ rows: rowsOf(ImportedListLine) }),
    ...compared,
  },
  importLists: {
    summary:
      'Importar listas de material, todas ou nenhuma; o que a lista já tem e o arquivo não, fica',
    body: closed({ rows: rowsOf(ImportedListLine), preview: Preview, file: FileName }),
    ...imported,
    refusals: [...imported.refusals, 'code_of_other'],
  },
  listImports: {
    summary:
      'As últimas importações de produtos, de matrículas ou de listas, as mais novas primeiro',
    query: closed({ what: Type.Enum(['products', 'roll', 'lists']) }),
    answer: Type.Array(PastImport),
  },
  undoImport: {
    summary:
      'Desfazer uma importação, até 24 horas depois: o que mudou desde então, e o novo que já foi usado, fica',
    params: IdParams,
    answer: Undone,
    refusals: ['not_found', 'undo_ended', 'nothing_to_undo'],
  },
} as const satisfies Record<string, Endpoint>;
