import type { Client, OfferedClient } from '@balcao/contract/clients.ts';
import type { PageQuery } from '@balcao/contract/fields/page.ts';
import type { Student } from '@balcao/contract/students.ts';
import { hiddenCpf } from '@balcao/domain/cpf.ts';
import type { Db } from '../../database/connection.ts';
import { auditedClientsOrStudents } from '../audit/clients-and-students.ts';
import { meet, type Viewer } from '../met-people/met-people.service.ts';

const people = auditedClientsOrStudents<Student, Client>('student');

const idOf = (kind: 'client' | 'student') => (person: { id: number }) => ({ kind, id: person.id });

/** Matrículas can be counted up, so whoever says one meets its student, unless they have created that one. */
export const students = {
  ...people,

  /** Throws too_many_people, also for a page past the end: its count tells of the student. */
  async find(db: Db, viewer: Viewer, query: PageQuery) {
    const found = await people.findOne(db, query.search ?? '');
    await meet(db, viewer, found ? [idOf('student')(found)] : []);
    return people.pageOfOne(found, query);
  },

  /** Throws too_many_people for a student who exists. */
  async create(db: Db, viewer: Viewer, registration: string, name: string): Promise<Student> {
    const student = await people.create(db, viewer, registration, name);
    await meet(db, viewer, [idOf('student')(student)]);
    return student;
  },

  /** Throws not_found for another's matrícula and too_many_people. */
  async rename(db: Db, viewer: Viewer, id: number, typed: { number: string; name: string }) {
    await this.find(db, viewer, { search: typed.number });
    return people.rename(db, viewer, id, typed);
  },

  /** Matrículas can be counted up, so their CPFs stay hidden. Throws too_many_people. */
  async companions(db: Db, viewer: Viewer, registration: string): Promise<OfferedClient[]> {
    const clients = await people.companions(db, registration);
    await meet(db, viewer, clients.map(idOf('client')));
    return clients.map(({ cpf, ...client }) => ({ ...client, cpf: hiddenCpf(cpf) }));
  },
};
