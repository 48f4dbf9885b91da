import type { Comparison, Imported } from '@balcao/contract/imports.ts';
import { call } from '../../api/call.ts';

export type Field = {
  field: string;
  label: string;
  required?: true;
  /** Headings as schools and other programs write them, folded. */
  names: readonly string[];
  /** Words of a heading that is never this column. */
  never?: readonly string[];
};

export type ImportRow = { line: number } & Record<string, string | number>;

/** The comparison that was shown, the name of the file, and what the page knows besides. */
type Seen = { preview: string; file: string } & Given;
/** Texts about all rows; an empty one is not sent. */
export type Given = Readonly<Record<string, string>>;

/** `renamed` are the ticked lines of those that ask: another name for somebody, or a code like another one's. */
export type Import = { rows: ImportRow[]; seen: Seen; renamed: readonly number[] };

export type Target = {
  title: string;
  hint: string;
  fields: readonly Field[];
  /** A file to begin with. */
  template: { name: string; rows: readonly string[] };
  compare: (rows: ImportRow[], signal: AbortSignal) => Promise<Comparison>;
  /** `key` is of a file that adds. */
  save: (given: Import, key?: string) => Promise<Imported>;
  /** What it adds is a record, which no import undoes, and which the same file must not add twice. */
  adds?: true;
};

// The columns decide which fields a row has, so the compiler cannot know them; the server checks them.
const bodyOf = (rows: ImportRow[]) => ({ rows }) as never;

export const targets = {
  products: {
    title: 'Importar produtos',
    hint: 'Um produto por linha: código, nome e valor. Se o código já existe, o produto é alterado.',
    fields: [
      {
        ...{ field: 'code', label: 'Código', required: true },
        names: ['codigo', 'cod', 'codigo do produto', 'cod produto', 'sku', 'referencia', 'ref'],
      },
      {
        ...{ field: 'name', label: 'Nome' },
        names: ['nome', 'nome do produto', 'produto', 'descricao', 'descricao do produto', 'item'],
        never: ['codigo', 'cod', 'valor', 'preco'],
      },
      {
        ...{ field: 'price', label: 'Valor' },
        names: ['valor', 'preco', 'preco de venda', 'valor unitario', 'preco unitario', 'venda'],
        never: ['custo', 'compra'],
      },
      { field: 'active', label: 'Ativo', names: ['ativo', 'status', 'situacao'] },
      {
        ...{ field: 'pinned', label: 'Na grade do PDV' },
        names: ['na grade do pdv', 'fixar na grade do pdv', 'fixado na grade', 'grade'],
      },
      {
        ...{ field: 'income', label: 'Receita de' },
        names: ['receita de', 'receita', 'receita da', 'instituicao'],
      },
    ],
    template: {
      name: 'modelo de produtos.csv',
      rows: ['Código;Nome;Valor;Ativo', '307;Camiseta P;49,90;Sim', '308;Camiseta M;49,90;Sim'],
    },
    compare: (rows, signal) => call('compareProducts', { body: bodyOf(rows), signal }),
    save: ({ rows, seen, renamed }) =>
      call('importProducts', { body: { ...(bodyOf(rows) as object), ...seen, renamed } as never }),
  },
  roll: {
    title: 'Importar matrículas',
    hint: 'Um aluno por linha: matrícula, nome, turma, CPF e nome do responsável. Com dois responsáveis, duas linhas.',
    fields: [
      {
        ...{ field: 'registration', label: 'Matrícula', required: true },
        names: ['matricula', 'matr', 'ra', 'registro', 'numero da matricula', 'codigo do aluno'],
      },
      {
        ...{ field: 'student', label: 'Aluno' },
        names: ['aluno', 'nome do aluno', 'nome', 'estudante', 'nome completo'],
        never: ['responsavel', 'mae', 'pai', 'cpf', 'matricula', 'matr', 'codigo', 'cliente'],
      },
      {
        ...{ field: 'class', label: 'Turma' },
        names: ['turma', 'turma do aluno', 'classe', 'serie e turma'],
        never: ['codigo', 'turno'],
      },
      {
        ...{ field: 'cpf', label: 'CPF do responsável' },
        names: ['cpf', 'cpf do responsavel', 'cpf responsavel', 'cpf responsavel financeiro'],
        never: ['aluno', 'estudante'],
      },
      {
        ...{ field: 'client', label: 'Responsável' },
        names: [
          'responsavel',
          'nome do responsavel',
          'responsavel financeiro',
          'cliente',
          'mae',
          'pai',
        ],
        never: ['cpf', 'telefone', 'email', 'celular', 'rg'],
      },
    ],
    template: {
      name: 'modelo de matrículas.csv',
      rows: [
        'Matrícula;Aluno;Turma;CPF do responsável;Responsável',
        '20260001;Bia Exemplo;6º ano A;529.982.247-25;Ana Exemplo',
      ],
    },
    compare: (rows, signal) => call('compareRoll', { body: bodyOf(rows), signal }),
    save: ({ rows, seen, renamed }) =>
      call('importRoll', { body: { ...(bodyOf(rows) as object), ...seen, renamed } as never }),
  },
  deliveries: {
    title: 'Importar entrada',
    hint: 'Um produto por linha: código e quantidade. O mesmo código em duas linhas soma.',
    fields: [
      {
        ...{ field: 'code', label: 'Código', required: true },
        names: ['codigo', 'cod', 'codigo do produto', 'cod produto', 'sku', 'referencia', 'ref'],
      },
      {
        ...{ field: 'quantity', label: 'Quantidade', required: true },
        names: ['quantidade', 'qtd', 'qtde', 'quant', 'pecas', 'unidades'],
        never: ['valor', 'preco'],
      },
    ],
    template: {
      name: 'modelo de entrada.csv',
      rows: ['Código;Quantidade', '307;24', '308;36'],
    },
    compare: (rows, signal) => call('compareDelivery', { body: bodyOf(rows), signal }),
    save: ({ rows, seen }, key = '') =>
      call('importDelivery', {
        headers: { 'idempotency-key': key },
        body: { ...(bodyOf(rows) as object), ...seen } as never,
      }),
    adds: true,
  },
  lists: {
    title: 'Importar listas de material',
    hint: 'Um produto por linha: nome e código da lista, código do produto e quantidade. O que a lista já tem e o arquivo não tem, fica na lista.',
    fields: [
      {
        ...{ field: 'code', label: 'Código da lista', required: true },
        names: ['codigo da lista', 'cod lista', 'cod da lista'],
      },
      {
        ...{ field: 'list', label: 'Lista' },
        names: ['lista', 'nome da lista', 'lista de material', 'serie', 'ano'],
        never: ['codigo', 'cod'],
      },
      {
        ...{ field: 'product', label: 'Código do produto', required: true },
        names: ['codigo do produto', 'codigo', 'cod', 'cod produto', 'sku', 'referencia'],
        never: ['lista'],
      },
      {
        ...{ field: 'quantity', label: 'Quantidade' },
        names: ['quantidade', 'qtd', 'qtde', 'unidades'],
      },
    ],
    template: {
      name: 'modelo de listas.csv',
      rows: [
        'Lista;Código da lista;Código do produto;Quantidade',
        '3º ano 2027;3ANO27;307;2',
        '3º ano 2027;3ANO27;410;1',
      ],
    },
    compare: (rows, signal) => call('compareLists', { body: bodyOf(rows), signal }),
    save: ({ rows, seen }) =>
      call('importLists', { body: { ...(bodyOf(rows) as object), ...seen } as never }),
  },
} as const satisfies Record<string, Target>;

export type TargetName = keyof typeof targets;
