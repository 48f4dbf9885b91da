import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { PageQuery, pageOf } from '../fields/page.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import { closed, Id, IdParams, optionalName, RegistrationDigits } from '../fields/values.ts';

export const Student = Type.Object({ id: Id, registration: Type.String(), name: Type.String() });
export type Student = Static<typeof Student>;

/** A person whose name was corrected. */
export const Named = Type.Object({ id: Id, name: Type.String() });

export const studentEndpoints = {
  findStudents: {
    summary: 'Alunos cuja matrícula é exatamente a procurada; sem busca, nenhum',
    query: PageQuery,
    answer: pageOf(Student),
    refusals: ['too_many_people'],
  },
  createStudent: {
    summary: 'Cadastrar aluno; uma matrícula que já existe responde o aluno existente',
    body: closed({ registration: RegistrationDigits, name: optionalName(MAX_LENGTH.personName) }),
    status: 201,
    answer: Student,
    refusals: ['too_many_people', 'unfit_text'],
  },
  editStudent: {
    summary:
      'Corrigir o nome do aluno com este id e esta matrícula; vendas anteriores guardam o nome que tinham',
    params: IdParams,
    body: closed({ registration: RegistrationDigits, name: optionalName(MAX_LENGTH.personName) }),
    answer: Named,
    refusals: ['not_found', 'too_many_people', 'unfit_text'],
  },
} as const satisfies Record<string, Endpoint>;
