import type { RouteName } from '@balcao/contract/routes.ts';
import type { Db } from '../database/connection.ts';
import type { Sent } from './app.ts';
import { aClient, aCpf, aStudent } from './builders.ts';

type Calls<N extends RouteName> = { [Name in N]: () => Promise<Sent<Name>> | Sent<Name> };

const NAME = 'Pessoa Exemplar';
const PERIOD = { startDate: '2026-01-01', endDate: '2026-01-31' };

/** Requests that succeed for an administrator, for the calls about clients' and students' records. */
export function validPeopleCalls(db: Db) {
  let made = 0;
  const params = ({ id }: { id: number }) => ({ params: { id: String(id) } });
  const client = () => aClient(db, { name: NAME });
  const student = () => aStudent(db, { name: NAME });
  const consent = { body: { name: NAME } };
  const link = async () => ({ client: (await client()).id, student: (await student()).id });
  const calls: Calls<
    | `list${'Clients' | 'Students'}`
    | `merge${'Clients' | 'Students'}`
    | `${'read' | 'correct' | 'export' | 'anonymise'}${'Client' | 'Student'}`
    | `read${'Client' | 'Student'}Statement`
    | `${'create' | 'delete'}Link`
  > = {
    listClients: () => ({ body: { search: 'exemplar' } }),
    readClient: async () => params(await client()),
    correctClient: async () => ({
      ...params(await client()),
      body: { number: aCpf(), name: `Corrigida ${++made}` },
    }),
    mergeClients: async () => ({
      ...params(await client()),
      body: { merged: (await client()).id },
    }),
    readClientStatement: async () => ({ ...params(await client()), query: PERIOD }),
    exportClient: async () => ({ ...params(await client()), ...consent }),
    anonymiseClient: async () => ({ ...params(await client()), ...consent }),
    listStudents: () => ({ body: { search: 'exemplar' } }),
    readStudent: async () => params(await student()),
    correctStudent: async () => ({
      ...params(await student()),
      body: { number: String(40_000_000_000 + ++made), name: 'Corrigido' },
    }),
    mergeStudents: async () => ({
      ...params(await student()),
      body: { merged: (await student()).id },
    }),
    readStudentStatement: async () => ({ ...params(await student()), query: PERIOD }),
    exportStudent: async () => ({ ...params(await student()), ...consent }),
    anonymiseStudent: async () => ({ ...params(await student()), ...consent }),
    createLink: async () => ({ body: await link() }),
    deleteLink: async () => {
      const { client: client_id, student: student_id } = await link();
      const made = await db
        .insertInto('client_students')
        .values({ client_id, student_id })
        .returning('id')
        .executeTakeFirstOrThrow();
      return params(made);
    },
  };
  return calls;
}
