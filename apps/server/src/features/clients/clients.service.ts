import type { Client } from '@balcao/contract/clients.ts';
import { auditedPeople } from '../audit/audited-people.ts';

export const clients = auditedPeople<Client>('client', 'cpf');
