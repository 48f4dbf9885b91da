import { foldText } from '@balcao/domain/search-text.ts';
import { inSlices } from '../../request/slices.ts';
import type { KnownPerson, PeopleChanges, Roll } from '../people/roll.service.ts';
import type { Enrolment } from './enrolment-cells.ts';

const KINDS = [
  {
    known: 'students',
    number: 'registration',
    name: 'student',
    the: 'A matrícula',
    mayLackName: true,
  },
  { known: 'clients', number: 'cpf', name: 'client', the: 'O CPF', mayLackName: false },
] as const;

/**
 * A person may be in several rows: a guardian of two children, a student with two guardians. Gives all of
 * them the one name that the file has for the person, and notes what keeps a row from being imported.
 */
export async function noteConflicts(rows: readonly Enrolment[], roll: Roll): Promise<void> {
  const pause = inSlices();
  for (const { known, number, name, the, mayLackName } of KINDS) {
    const note = (row: Enrolment, field: string, reason: string) => {
      // One problem a row is enough.
      if (row.problems.length === 0) row.problems.push({ field, reason });
    };
    for (const [of, same] of Map.groupBy(rows, (row) => row[number])) {
      if (of === '') continue;
      const person = roll[known].get(of);
      const first = same.find((row) => row[name] !== '');
      const folded = foldText(first?.[name] ?? '');
      let other: Enrolment | undefined;
      // All rows may be of one person.
      for (const row of same) {
        await pause();
        if (row[name] !== '' && foldText(row[name]) !== folded) other = row;
        if (other) break;
      }
      for (const row of same) {
        await pause();
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
          note(row, name, `${the} está também na linha ${line}, com outro nome.`);
        }
        if (!first && !person && !mayLackName) note(row, name, 'Falta o nome do responsável.');
        if (first && !other) row[name] = first[name];
      }
    }
  }
}

/** A spreadsheet drops the zeros in front of a number, and then one student would become two. */
export async function noteLostZeros(
  rows: readonly Enrolment[],
  { students, studentsAlike }: Roll,
): Promise<void> {
  const pause = inSlices();
  const unknown = rows.filter(({ registration }) => !students.has(registration));
  const groups = Map.groupBy(unknown, ({ registration }) => registration.replace(/^0+/, ''));
  for (const alike of groups.values()) {
    const [first] = alike;
    const twin = alike.find(({ registration }) => registration !== first?.registration);
    for (const row of alike) {
      await pause();
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
export function peopleOfFile(rows: readonly Enrolment[], { clients, students, isLinked }: Roll) {
  const links = new Map<string, Enrolment>();
  for (const row of rows) {
    const client = clients.get(row.cpf);
    const student = students.get(row.registration);
    const isOld = client && student && isLinked(client.id, student.id);
    if (row.cpf !== '' && !isOld) links.set(`${row.cpf} ${row.registration}`, row);
  }
  return {
    clients: changesOf(
      rows.filter(({ cpf }) => cpf !== '').map(({ cpf, client }) => [cpf, client]),
      clients,
    ),
    students: changesOf(
      rows.map(({ registration, student }) => [registration, student]),
      students,
    ),
    links: [...links.values()],
  };
}

function changesOf(
  people: readonly (readonly [number: string, name: string])[],
  known: ReadonlyMap<string, KnownPerson>,
): PeopleChanges {
  const created: { number: string; name: string }[] = [];
  const renamed: { before: KnownPerson; name: string }[] = [];
  for (const [number, name] of new Map(people)) {
    const before = known.get(number);
    if (!before) created.push({ number, name });
    else if (name !== '' && name !== before.name) renamed.push({ before, name });
  }
  return { created, renamed };
}
