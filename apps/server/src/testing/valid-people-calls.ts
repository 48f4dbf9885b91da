import type { RouteName } from '@balcao/contract/api/routes.ts';
import { PERSON_KINDS } from '@balcao/contract/fields/person-kinds.ts';
import type { Db } from '../database/connection.ts';
import { undoableMerges } from '../features/bulk-changes/undo-once.service.ts';
import { mergeRecords } from '../features/people/changes.service.ts';
import type { Sent } from './app.ts';
import { aClient, aCpf, aStudent, aUser } from './builders.ts';
import { aPerson } from './people.ts';

type One = 'Client' | 'Student';
type Name =
  | `${'find' | 'list' | 'merge'}${One}s`
  | `${'create' | 'edit' | 'read' | 'correct' | 'export' | 'anonymise'}${One}`
  | `read${One}${'Purchases' | 'Statement'}`
  | 'findStudentsOfClient'
  | 'findClientsOfStudent'
  | `${'create' | 'delete'}Link`
  | 'listClasses'
  | 'readStudentStatements'
  | 'undoMerge';
type Calls<N extends RouteName> = { [Name in N]: () => Promise<Sent<Name>> | Sent<Name> };

const NAME = 'Pessoa Exemplar';
const PERIOD = { startDate: '2026-01-01', endDate: '2026-01-31' };

/** Requests that succeed for an administrator, for the calls about clients and students. */
export function validPeopleCalls(db: Db) {
  let made = 0;
  const params = ({ id }: { id: number }) => ({ params: { id: String(id) } });
  const link = async () => ({
    client: (await aClient(db)).id,
    student: (await aStudent(db)).id,
  });
  const ofKinds = Object.values(PERSON_KINDS).map(
    ({ kind, One, Many, numberField, companions }) => {
      const person = () => aPerson(db, kind, { name: NAME });
      const number = () => (kind === 'client' ? aCpf() : String(30_000_000_000 + ++made));
      const consent = async () => ({ ...params(await person()), body: { name: NAME } });
      return {
        [`find${Many}`]: async () => ({ query: { search: (await person()).number } }),
        [`create${One}`]: () => ({ body: { [numberField]: number(), name: NAME } }),
        [`edit${One}`]: async () => {
          const { id, number: its } = await person();
          return { ...params({ id }), body: { [numberField]: its, name: `Corrigida ${++made}` } };
        },
        [companions]: async () => ({ body: { [numberField]: (await person()).number } }),
        [`list${Many}`]: () => ({ body: { search: 'exemplar' } }),
        [`read${One}`]: async () => params(await person()),
        [`correct${One}`]: async () => ({
          ...params(await person()),
          body: { number: number(), name: `Corrigida ${++made}` },
        }),
        [`merge${Many}`]: async () => ({
          ...params(await person()),
          body: { merged: (await person()).id },
        }),
        [`read${One}Purchases`]: async () => params(await person()),
        [`read${One}Statement`]: async () => ({ ...params(await person()), query: PERIOD }),
        [`export${One}`]: consent,
        [`anonymise${One}`]: consent,
      };
    },
  );
  const links = {
    listClasses: () => ({}),
    readStudentStatements: async () => ({
      body: { ids: [(await aStudent(db)).id], ...PERIOD },
    }),
    undoMerge: async () => {
      const [{ id }, { id: merged }] = [await aClient(db), await aClient(db)];
      await mergeRecords(db, await aUser(db), 'client', { id, merged });
      const [merge] = await undoableMerges(db, 'client_merge', id);
      return params({ id: merge?.id ?? 0 });
    },
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
  // The compiler cannot follow names that are put together.
  return Object.assign(links, ...ofKinds) as Calls<Name>;
}
