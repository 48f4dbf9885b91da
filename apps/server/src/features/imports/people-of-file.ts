import { foldText } from '@balcao/domain/search-text.ts';
import type { KnownPerson, PeopleChanges, Roll, RollChanges } from '../people/roll.service.ts';
import type { Enrolment } from './cells.ts';

/** `number` is the field of a row with their number; the field with their name is called like the kind. */
export const KINDS = [
  { kind: 'student', number: 'registration', the: 'A matrícula', mayLackName: true },
  { kind: 'client', number: 'cpf', the: 'O CPF', mayLackName: false },
] as const;

/**
 * A person may be in several rows: a guardian of two children, a student with two guardians. Gives all of
 * them the one name that the file has for the person, and to a student's rows the one class; notes what keeps
 * a row from being imported.
 */
export function noteConflicts(rows: readonly Enrolment[], roll: Roll): void {
  noteClasses(rows);
  for (const { kind, number, the, mayLackName } of KINDS) {
    const note = (row: Enrolment, field: string, reason: string) => {
      // One problem a row is enough.
      if (row.problems.length === 0) row.problems.push({ field, reason });
    };
    for (const [of, same] of Map.groupBy(rows, (row) => row[number])) {
      if (of === '') continue;
      const person = roll[kind].get(of);
      const first = same.find((row) => row[kind] !== '');
      const folded = foldText(first?.[kind] ?? '');
      const other = same.find((row) => row[kind] !== '' && foldText(row[kind]) !== folded);
      for (const row of same) {
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
}

function noteClasses(rows: readonly Enrolment[]): void {
  for (const same of Map.groupBy(rows, ({ registration }) => registration).values()) {
    const first = same.find((row) => row.class !== '');
    if (!first) continue;
    const other = same.find((row) => row.class !== '' && row.class !== first.class);
    for (const row of same) {
      const { line } = row === first ? (other ?? first) : first;
      const reason = `A matrícula está também na linha ${line}, com outra turma.`;
      if (other && row.problems.length === 0) row.problems.push({ field: 'class', reason });
      if (!other) row.class = first.class;
    }
  }
}

/** A spreadsheet drops the zeros in front of a number, and then one student would become two. */
export function noteLostZeros(rows: readonly Enrolment[], { student, studentsAlike }: Roll): void {
  const unknown = rows.filter(({ registration }) => !student.has(registration));
  const groups = Map.groupBy(unknown, ({ registration }) => registration.replace(/^0+/, ''));
  for (const alike of groups.values()) {
    const [first] = alike;
    const twin = alike.find(({ registration }) => registration !== first?.registration);
    for (const row of alike) {
      const known = studentsAlike.get(row.registration);
      const other = twin && (row.registration === first?.registration ? twin : first);
      if ((!known && !other) || row.problems.length > 0) continue;
      const which = known ? `cadastrada ${known}` : `que está na linha ${other?.line}`;
      const reason = `A matrícula só difere nos zeros da frente da ${which}. Corrija no arquivo.`;
      row.problems.push({ field: 'registration', reason });
    }
  }
}

/** Each person once, and each link. */
export function peopleOfFile(rows: readonly Enrolment[], roll: Roll): RollChanges {
  const links = new Map<string, RollChanges['links'][number]>();
  for (const { cpf, registration } of rows) {
    const [client, student] = [roll.client.get(cpf), roll.student.get(registration)];
    const isOld = client && student && roll.isLinked(client.id, student.id);
    const link = { client: cpf, student: registration };
    if (cpf !== '' && !isOld) links.set(`${cpf} ${registration}`, link);
  }
  const changes = ({ kind, number }: (typeof KINDS)[number]) => {
    const people = new Map(
      rows.map((row) => {
        const fields = { name: row[kind], class: kind === 'student' ? row.class : '' };
        return [row[number], fields] as const;
      }),
    );
    people.delete('');
    return changesOf(people, roll[kind]);
  };
  const [students, clients] = KINDS;
  return { client: changes(clients), student: changes(students), links: [...links.values()] };
}

type GivenFields = { name: string; class: string };

function changesOf(
  people: ReadonlyMap<string, GivenFields>,
  known: ReadonlyMap<string, KnownPerson>,
) {
  const created: PeopleChanges['created'][number][] = [];
  const renamed: PeopleChanges['renamed'][number][] = [];
  for (const [number, given] of people) {
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
