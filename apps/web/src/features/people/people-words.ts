import { formatCpf } from '@balcao/domain/cpf.ts';
import { paths } from '../../navigation/paths.ts';
import type { Kind } from './people.queries.ts';

export const pathsOf = {
  client: { all: paths.clients, one: paths.client },
  student: { all: paths.students, one: paths.student },
} as const;

/** The words of the screens for clients and students. */
export const wordsOf = {
  client: {
    title: 'CLIENTES',
    search: 'Buscar cliente',
    hint: 'Por nome ou CPF, do cliente ou de um aluno dele.',
    empty: 'Nenhum cliente cadastrado',
    all: 'Clientes',
    number: 'CPF',
    one: 'cliente',
    companions: 'Alunos deste cliente',
    link: 'Ligar aluno',
    none: 'Nenhum aluno ligado.',
  },
  student: {
    title: 'ALUNOS',
    search: 'Buscar aluno',
    hint: 'Por nome ou matrícula.',
    empty: 'Nenhum aluno cadastrado',
    all: 'Alunos',
    number: 'Matrícula',
    one: 'aluno',
    companions: 'Clientes deste aluno',
    link: 'Ligar cliente',
    none: 'Nenhum cliente ligado.',
  },
} as const satisfies Record<Kind, object>;

/** A person's number as people write it. */
export const shownNumber = (kind: Kind, number: string) =>
  number === '' ? 'anonimizado' : kind === 'client' ? formatCpf(number) : number;

export const shownName = ({ name }: { name: string }) => name || '(sem nome)';
