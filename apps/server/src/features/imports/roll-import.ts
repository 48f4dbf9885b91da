import { formatCpf } from '@balcao/domain/cpf.ts';
import { foldText } from '@balcao/domain/search-text.ts';
import { type Roll, type RollChanges, readRoll, saveRoll } from '../people/roll.service.ts';
import { type Enrolment, readEnrolment } from './cells.ts';
import { KINDS, noteConflicts, noteLostZeros, peopleOfFile } from './people-of-file.ts';
import { type Change, inBulk, plan } from './plan.ts';

/** Students, their guardians and the links between them. */
export const rollImport = plan({
  read: readEnrolment,
  known: async (db, rows: readonly Enrolment[], lock) => {
    const right = rows.filter(({ problems }) => problems.length === 0);
    const roll = await readRoll(
      db,
      {
        client: [...new Set(right.flatMap(({ cpf }) => cpf || []))],
        student: [...new Set(right.map(({ registration }) => registration))],
      },
      lock,
    );
    await noteConflicts(right, roll);
    await noteLostZeros(right, roll);
    return roll;
  },
  compare: (roll) => ({
    rowOf: (row: Enrolment) =>
      row.problems.length > 0 ? undefined : { ...changesOf(row, roll), gives: row },
    made: async (rows: Enrolment[]) => ({ roll, changes: await peopleOfFile(rows, roll) }),
  }),
  save: inBulk<{ roll: Roll; changes: RollChanges }>({
    kind: 'roll',
    totals: ({ changes: { links, ...people } }) => [
      ...KINDS.map(({ kind }) => {
        const { created, renamed } = people[kind];
        return { what: kind, created: created.length, edited: renamed.length };
      }),
      { what: 'link', created: links.length, edited: 0 },
    ],
    events: (tx, actor, { roll, changes }) => saveRoll(tx, actor, roll, changes),
  }),
});

function changesOf(row: Enrolment, roll: Roll) {
  const changes: Change[] = [];
  const client = roll.client.get(row.cpf);
  const student = roll.student.get(row.registration);
  for (const { kind, number } of KINDS) {
    const person = roll[kind].get(row[number]);
    if (!person && row[number] !== '') {
      const to = kind === 'client' ? formatCpf(row.cpf) : row.registration;
      changes.push({ field: number, from: null, to });
    }
    if (row[kind] !== '' && row[kind] !== person?.name) {
      changes.push({ field: kind, from: person?.name ?? null, to: row[kind] });
    }
  }
  if (row.class !== '' && row.class !== student?.class) {
    changes.push({ field: 'class', from: student?.class || null, to: row.class });
  }
  const isLinked = client && student && roll.isLinked(client.id, student.id);
  if (row.cpf !== '' && !isLinked) changes.push({ field: 'link', from: null, to: 'ligação' });
  const isNew = !student || (row.cpf !== '' && !client);
  return { isNew, changes, asks: changes.some(isOtherName) };
}

/** More than case, accents or spaces: the number may be somebody else's. A person without a name gets one. */
function isOtherName({ field, from, to }: Change): boolean {
  if (field === 'class') return false;
  const letters = (name: string) => foldText(name).replaceAll(' ', '');
  return from !== null && letters(from) !== '' && letters(from) !== letters(to);
}
