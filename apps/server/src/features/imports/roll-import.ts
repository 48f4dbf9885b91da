import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type {
  Comparison,
  Imported,
  ImportedEnrolment,
  importEndpoints,
} from '@balcao/contract/imports.ts';
import { formatCpf } from '@balcao/domain/cpf.ts';
import { foldText } from '@balcao/domain/search-text.ts';
import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordBulkChange } from '../bulk-changes/undo-once.service.ts';
import { type Roll, readRoll, saveRoll } from '../people/roll.service.ts';
import { type Enrolment, readEnrolment } from './cells.ts';
import {
  type Change,
  comparisonOf,
  type Planned,
  refuseUnseen,
  type Totals,
} from './comparison.ts';
import { KINDS, noteConflicts, noteLostZeros, peopleOfFile } from './people-of-file.ts';

export async function compareRoll(db: Db, rows: readonly ImportedEnrolment[]): Promise<Comparison> {
  return (await planOf(db, rows, false)).comparison;
}

/** Throws import_changed and wrong_rows. */
export async function importRoll(
  db: Db,
  actor: Pick<SignedIn, 'id' | 'name'>,
  request: BodyOf<typeof importEndpoints.importRoll>,
): Promise<Imported> {
  const { rows, preview, file, renamed = [] } = request;
  const ticked = new Set(renamed);
  return inTransaction(db, async (tx) => {
    const { comparison, enrolments, roll } = await planOf(tx, rows, true);
    refuseUnseen(comparison, preview);
    const wanted = enrolments.filter(
      ({ line }, index) => !comparison.rows[index]?.asks || ticked.has(line),
    );
    const events = await saveRoll(tx, actor, roll, peopleOfFile(wanted, roll));
    const totals = totalsOf(wanted, roll);
    if (events.length > 0) {
      await recordBulkChange(tx, actor, { kind: 'roll', events, details: { totals, file } });
    }
    return { totals };
  });
}

/** The changes that the rows would make to the people as they are now. */
async function planOf(db: Db, rows: readonly ImportedEnrolment[], lock: boolean) {
  const enrolments = rows.map(readEnrolment);
  const right = enrolments.filter(({ problems }) => problems.length === 0);
  const roll = await readRoll(
    db,
    {
      client: [...new Set(right.flatMap(({ cpf }) => cpf || []))],
      student: [...new Set(right.map(({ registration }) => registration))],
    },
    lock,
  );
  noteConflicts(right, roll);
  noteLostZeros(right, roll);
  const planned = enrolments.map((row): Planned => {
    const { line, registration, student, cpf, client, problems } = row;
    const plan = { line, is: [registration, student, row.class, cpf, client], problems };
    const same = { isNew: false, changes: [] };
    return { ...plan, ...(problems.length > 0 ? same : changesOf(row, roll)) };
  });
  const comparison = comparisonOf(planned, (compared) =>
    totalsOf(
      enrolments.filter((_, index) => compared[index]?.kind !== 'wrong' && !compared[index]?.asks),
      roll,
    ),
  );
  return { comparison, enrolments, roll };
}

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

function totalsOf(enrolments: readonly Enrolment[], roll: Roll): Totals {
  const { links, ...people } = peopleOfFile(enrolments, roll);
  return [
    ...KINDS.map(({ kind }) => {
      const { created, renamed } = people[kind];
      return { what: kind, created: created.length, edited: renamed.length };
    }),
    { what: 'link', created: links.length, edited: 0 },
  ];
}
