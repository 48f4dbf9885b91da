import type { Client } from '@balcao/contract/clients.ts';
import type { PageQuery } from '@balcao/contract/fields/page.ts';
import type { Student } from '@balcao/contract/students.ts';
import type { Db } from '../../database/connection.ts';
import { auditedClientsOrStudents } from '../audit/clients-and-students.ts';
import { meet, noteFound, type Viewer } from '../met-people/met-people.service.ts';

const people = auditedClientsOrStudents<Client, Student>('client');

/** Who finds or creates a client has said their CPF, and does not count as meeting them. */
export const clients = {
  ...people,

  async find(db: Db, viewer: Viewer, query: PageQuery) {
    const page = await people.find(db, query);
    for (const { id } of page.results) await noteFound(db, viewer, 'client', id);
    return page;
  },

  async create(db: Db, viewer: Viewer, cpf: string, name: string): Promise<Client> {
    const client = await people.create(db, viewer, cpf, name);
    await noteFound(db, viewer, 'client', client.id);
    return client;
  },

  /** The students count as one. Throws too_many_people. */
  async companions(db: Db, viewer: Viewer, cpf: string): Promise<Student[]> {
    const students = await people.companions(db, cpf);
    const met = students.map(({ id }) => ({ kind: 'student' as const, id }));
    await meet(db, viewer, met, { together: true });
    return students;
  },
};
