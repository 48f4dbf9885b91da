import type { Student } from '@balcao/contract/students.ts';
import { auditedPeople } from '../audit/audited-people.ts';

export const students = auditedPeople<Student>('student', 'registration');
