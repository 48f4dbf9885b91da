import type { Client } from '@balcao/contract/clients.ts';
import type { Student } from '@balcao/contract/students.ts';
import { auditedClientsOrStudents } from '../audit/clients-and-students.ts';

export const students = auditedClientsOrStudents<Student, Client>('student');
