import type { Comparison, Imported, ImportedEnrolment } from '@balcao/contract/imports.ts';
import { formatCpf } from '@balcao/domain/cpf.ts';
import { foldText } from '@balcao/domain/search-text.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction, refusalOf } from '../../database/transaction.ts';
import { inSlices } from '../../request/slices.ts';
import type { Actor } from '../audit/audit.service.ts';
import {
  NUMBER_INDEXES,
  type Roll,
  readRoll,
  saveLinks,
  savePeople,
} from '../people/roll.service.ts';
import {
  type Change,
  comparisonOf,
  type Planned,
  refuseUnseen,
  type Totals,
} from './comparison.ts';
import { type Enrolment, type EnrolmentChecks, readEnrolment } from './enrolment-cells.ts';
import { noteConflicts, noteLostZeros, peopleOfFile } from './people-of-file.ts';

export async function compareRoll(
  db: Db,
  checks: EnrolmentChecks,
  rows: readonly ImportedEnrolment[],
): Promise<Comparison> {
  return (await planOf(db, checks, rows, false)).comparison;
}

/** Throws import_changed and wrong_rows. */
export async function importRoll(
  db: Db,
  actor: Actor,
  checks: EnrolmentChecks,
  request: { rows: readonly ImportedEnrolment[]; preview: string; renamed?: readonly number[] },
): Promise<Imported> {
  const { rows, preview, renamed = [] } = request;
  const ticked = new Set(renamed);
  try {
    return await inTransaction(db, async (tx) => {
      const { comparison, enrolments, roll } = await planOf(tx, checks, rows, true);
      refuseUnseen(comparison, preview);
      const wanted = enrolments.filter(
        ({ line }, index) => !comparison.rows[index]?.asks || ticked.has(line),
      );
      await save(tx, actor, wanted, roll);
      return { totals: totalsOf(wanted, roll) };
    });
  } catch (error) {
    const taken = NUMBER_INDEXES.map((index) => [index, 'import_changed'] as const);
    throw refusalOf(error, Object.fromEntries(taken));
  }
}

/** What the rows would do to the people as they are now. */
async function planOf(
  db: Db,
  checks: EnrolmentChecks,
  rows: readonly ImportedEnrolment[],
  lock: boolean,
) {
  const pause = inSlices();
  const enrolments: Enrolment[] = [];
  for (const row of rows) {
    enrolments.push(readEnrolment(row, checks));
    await pause();
  }
  const right = enrolments.filter(({ problems }) => problems.length === 0);
  const roll = await readRoll(
    db,
    {
      clients: [...new Set(right.flatMap(({ cpf }) => cpf || []))],
      students: [...new Set(right.map(({ registration }) => registration))],
    },
    lock,
  );
  await noteConflicts(right, roll);
  await noteLostZeros(right, roll);
  const planned: Planned[] = [];
  for (const row of enrolments) {
    const { line, registration, student, cpf, client, problems } = row;
    const plan = { line, is: [registration, student, cpf, client], problems };
    const same = { isNew: false, changes: [] };
    planned.push({ ...plan, ...(problems.length > 0 ? same : changesOf(row, roll)) });
    await pause();
  }
  const comparison = await comparisonOf(planned, (compared) =>
    totalsOf(
      enrolments.filter((_, index) => compared[index]?.kind !== 'wrong' && !compared[index]?.asks),
      roll,
    ),
  );
  return { comparison, enrolments, roll };
}

function changesOf(row: Enrolment, { clients, students, isLinked }: Roll) {
  const changes: Change[] = [];
  const student = students.get(row.registration);
  if (!student) changes.push({ field: 'registration', from: null, to: row.registration });
  if (row.student !== '' && row.student !== student?.name) {
    changes.push({ field: 'student', from: student?.name ?? null, to: row.student });
  }
  const client = clients.get(row.cpf);
  if (row.cpf !== '') {
    if (!client) changes.push({ field: 'cpf', from: null, to: formatCpf(row.cpf) });
    if (row.client !== '' && row.client !== client?.name) {
      changes.push({ field: 'client', from: client?.name ?? null, to: row.client });
    }
    if (!client || !student || !isLinked(client.id, student.id)) {
      changes.push({ field: 'link', from: null, to: 'ligação' });
    }
  }
  const isNew = !student || (row.cpf !== '' && !client);
  return { isNew, changes, asks: changes.some(isOtherName) };
}

/** More than case, accents or spaces: the number may be somebody else's. Who had no name gets one. */
function isOtherName({ from, to }: Change): boolean {
  const letters = (name: string) => foldText(name).replaceAll(' ', '');
  return from !== null && letters(from) !== '' && letters(from) !== letters(to);
}

function totalsOf(enrolments: readonly Enrolment[], roll: Roll): Totals {
  const { clients, students, links } = peopleOfFile(enrolments, roll);
  const counts = ({ created, renamed }: typeof clients) => ({
    created: created.length,
    edited: renamed.length,
  });
  return [
    { what: 'student', ...counts(students) },
    { what: 'client', ...counts(clients) },
    { what: 'link', created: links.length, edited: 0 },
  ];
}

async function save(tx: Tx, actor: Actor, rows: readonly Enrolment[], roll: Roll): Promise<void> {
  const { clients, students, links } = peopleOfFile(rows, roll);
  const newClients = await savePeople(tx, actor, 'client', clients);
  const newStudents = await savePeople(tx, actor, 'student', students);
  await saveLinks(
    tx,
    actor,
    links.map(({ cpf, registration }) => ({
      client: roll.clients.get(cpf)?.id ?? (newClients.get(cpf) as number),
      student: roll.students.get(registration)?.id ?? (newStudents.get(registration) as number),
    })),
  );
}
