import type { Generated, GeneratedAlways } from 'kysely';
import type { Numbered } from './box-tables.ts';

/** Clients and students: part of `Tables`. */
export type PeopleTables = {
  clients: Numbered & {
    /** Eleven digits, or `anonimo-` and the id. */
    cpf: string;
    name: string;
    anonymised_at: Generated<Date | null>;
    /** The record of the same person that stays. */
    merged_into: Generated<number | null>;
    search_text: GeneratedAlways<string>;
  };
  students: Numbered & {
    /** Digits, or `anonimo-` and the id. */
    registration: string;
    name: string;
    anonymised_at: Generated<Date | null>;
    merged_into: Generated<number | null>;
    search_text: GeneratedAlways<string>;
  };
  /** Clients and students whom an administrator has linked. */
  client_students: Numbered & { client_id: number; student_id: number };
  /** The people who count against a seller's limit for an hour, and whom they may see again. */
  met_people: {
    seller_id: number;
    kind: 'client' | 'student' | 'sale' | 'wrong_cpf' | 'unknown_cpf';
    /** The id of the client, the student or the sale; for an unknown CPF a hash. */
    subject_id: number;
    times: number;
    until: Date;
  };
  /** A corrected name of a client or a student. The event in the audit has the author and the time. */
  name_corrections: {
    audit_event_id: number;
    client_id: number | null;
    student_id: number | null;
    old_name: string;
    new_name: string;
    search_text: GeneratedAlways<string>;
  };
};
