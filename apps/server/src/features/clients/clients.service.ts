import type { Client } from '@balcao/contract/clients.ts';
import type { PageQuery } from '@balcao/contract/fields/page.ts';
import type { Student } from '@balcao/contract/students.ts';
import { CPF_DIGITS, digitsOf } from '@balcao/domain/cpf.ts';
import type { Db } from '../../database/connection.ts';
import { auditedClientsOrStudents } from '../audit/clients-and-students.ts';
import { meet, noteCpf, noteFound, tryCpf, type Viewer } from '../met-people/met-people.service.ts';

const people = auditedClientsOrStudents<Client, Student>('client');

/** Who finds or creates a client has said their CPF, and does not count as meeting them. */
export const clients = {
  ...people,

  /** Throws too_many_people after as many CPFs of nobody. */
  async byCpf(db: Db, viewer: Viewer, typed: string): Promise<Client | undefined> {
    const cpf = digitsOf(typed);
    if (cpf.length !== CPF_DIGITS) return undefined;
    const found = await tryCpf(db, viewer, cpf, () => people.findOne(db, cpf));
    if (found) await noteFound(db, viewer, 'client', found.id);
    return found;
  },

  /** Throws too_many_people. */
  async find(db: Db, viewer: Viewer, query: PageQuery) {
    return people.pageOfOne(await this.byCpf(db, viewer, query.search ?? ''), query);
  },

  async create(db: Db, viewer: Viewer, cpf: string, name: string): Promise<Client> {
    const client = await people.create(db, viewer, cpf, name);
    await noteCpf(db, viewer, cpf);
    await noteFound(db, viewer, 'client', client.id);
    return client;
  },

  /** Throws not_found for another's CPF and too_many_people. */
  async rename(db: Db, viewer: Viewer, id: number, typed: { number: string; name: string }) {
    await this.byCpf(db, viewer, typed.number);
    return people.rename(db, viewer, id, typed);
  },

  /** The students count as one. Throws too_many_people. */
  async companions(db: Db, viewer: Viewer, cpf: string): Promise<Student[]> {
    await this.byCpf(db, viewer, cpf);
    const students = await people.companions(db, cpf);
    const met = students.map(({ id }) => ({ kind: 'student' as const, id }));
    await meet(db, viewer, met, { together: true });
    return students;
  },
};
