import type { Client } from '@balcao/contract/clients.ts';
import { auditedClientsOrStudents } from '../audit/clients-and-students.ts';

export const clients = auditedClientsOrStudents<Client>('client', 'cpf');
