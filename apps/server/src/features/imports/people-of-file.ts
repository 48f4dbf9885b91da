import { foldText } from '@balcao/domain/search-text.ts';
import { unhurried } from '../../request/unhurried.ts';
import type { KnownPerson, PeopleChanges, Roll, RollChanges } from '../people/roll.service.ts';
import type { Enrolment } from './cells.ts';

/** `number` is the field of a row with their number; the field with their name is called like the kind. */
export const KINDS = [
  { kind: 'student', number: 'registration', the: 'A matrícula', mayLackName: true },
  { kind: 'client', number: 'cpf', the: 'O CPF', mayLackName: false },
] as const;

/** By `key`: the first row that says anything, and the first one that says something else. */
async function firstOf(
  rows: readonly Enrolment[],
  key: (row: Enrolment) => string,
  said: (row: Enrolment) => string | undefined,
) {
  const found = new Map<string, { word: string; first: Enrolment; other?: Enrolment }>();
  for await (const row of unhurried(rows)) {
    const word = said(row);
    if (word === undefined) continue;
    const before = found.get(key(row));
    if (!before) found.set(key(row), { word, first: row });
    else if (before.word !== word) before.other ??= row;
  }
  return found;
}

/**
 * A person may be in several rows: a guardian of two children, a student with two guardians. Gives all of
 * them the one name that the file has for the person, and to a student's rows the one class; notes what keeps
 * a row from being imported.
 */
export async function noteConflicts(rows: readonly Enrolment[], roll: Roll): Promise<void> {
  await noteClasses(rows);
  for (const { kind, number, the, mayLackName } of KINDS) {
    const named = await firstOf(
      rows,
      (row) => row[number],
      (row) => (row[kind] === '' ? undefined : foldText(row[kind])),
    );
    const note = (row: Enrolment, field: string, reason: string) => {
      // One problem a row is enough.
      if (row.problems.length === 0) row.problems.push({ field, reason });
    };
    for await (const row of unhurried(rows)) {
      if (row[number] === '') continue;
      const person = roll[kind].get(row[number]);
      const { first, other } = named.get(row[number]) ?? {};
      if (person && person.merged_into !== null) {
        const kept = person.merged_into || '(sem nome)';
        note(
          row,
          number,
          `${the} é de um cadastro que foi unido ao de ${kept}. Corrija no arquivo.`,
        );
      }
      if (first && other) {
        const { line } = row === first ? other : first;
        note(row, kind, `${the} está também na linha ${line}, com outro nome.`);
      }
      if (!first && !person && !mayLackName) note(row, kind, 'Falta o nome do responsável.');
      if (first && !other) row[kind] = first[kind];
    }
  }
}

async function noteClasses(rows: readonly Enrolment[]): Promise<void> {
  const classes = await firstOf(
    rows,
    ({ registration }) => registration,
    (row) => row.class || undefined,
  );
  for await (const row of unhurried(rows)) {
    const { first, other } = classes.get(row.registration) ?? {};
    if (!first) continue;
    const { line } = row === first ? (other ?? first) : first;
    const reason = `A matrícula está também na linha ${line}, com outra turma.`;
    if (other && row.problems.length === 0) row.problems.push({ field: 'class', reason });
    if (!other) row.class = first.class;
  }
}

/** A spreadsheet drops the zeros in front of a number, and then one student would become two. */
export async function noteLostZeros(
  rows: readonly Enrolment[],
  { student, studentsAlike }: Roll,
): Promise<void> {
  const unknown = rows.filter(({ registration }) => !student.has(registration));
  const withoutZeros = ({ registration }: Enrolment) => registration.replace(/^0+/, '');
  const numbers = await firstOf(unknown, withoutZeros, ({ registration }) => registration);
  for await (const row of unhurried(unknown)) {
    const { first, other: twin } = numbers.get(withoutZeros(row)) ?? {};
    const known = studentsAlike.get(row.registration);
    const other = twin && (row.registration === first?.registration ? twin : first);
    if ((!known && !other) || row.problems.length > 0) continue;
    const which = known ? `cadastrada ${known}` : `que está na linha ${other?.line}`;
    const reason = `A matrícula só difere nos zeros da frente da ${which}. Corrija no arquivo.`;
    row.problems.push({ field: 'registration', reason });
  }
}

/** Each person once, and each link. */
export async function peopleOfFile(rows: readonly Enrolment[], roll: Roll): Promise<RollChanges> {
  const links = new Map<string, RollChanges['links'][number]>();
  const people = {
    client: new Map<string, GivenFields>(),
    student: new Map<string, GivenFields>(),
  };
  for await (const row of unhurried(rows)) {
    const { cpf, registration } = row;
    const [client, student] = [roll.client.get(cpf), roll.student.get(registration)];
    const isOld = client && student && roll.isLinked(client.id, student.id);
    const link = { client: cpf, student: registration };
    if (cpf !== '' && !isOld) links.set(`${cpf} ${registration}`, link);
    for (const { kind, number } of KINDS) {
      const fields = { name: row[kind], class: kind === 'student' ? row.class : '' };
      if (row[number] !== '') people[kind].set(row[number], fields);
    }
  }
  return {
    client: await changesOf(people.client, roll.client),
    student: await changesOf(people.student, roll.student),
    links: [...links.values()],
  };
}

type GivenFields = { name: string; class: string };

async function changesOf(
  people: ReadonlyMap<string, GivenFields>,
  known: ReadonlyMap<string, KnownPerson>,
) {
  const created: PeopleChanges['created'][number][] = [];
  const renamed: PeopleChanges['renamed'][number][] = [];
  for await (const [number, given] of unhurried(people)) {
    const before = known.get(number);
    if (!before) {
      created.push({ number, ...given });
      continue;
    }
    const { id } = before;
    const after = { name: given.name || before.name, class: given.class || before.class };
    if (after.name !== before.name || after.class !== before.class) {
      renamed.push({ before, after: { id, number, ...after } });
    }
  }
  return { created, renamed };
}
