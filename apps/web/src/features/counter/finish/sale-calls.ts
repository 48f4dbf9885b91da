import { REPLAYED } from '@balcao/contract/sales.ts';
import { call } from '../../../api/client.ts';
import { createClient } from '../../clients/clients.queries.ts';
import { createStudent } from '../../students/students.queries.ts';
import type { SaleCalls } from './record-sale.ts';

/** The calls of recordSale() that go to the server. */
export function serverCalls(
  own: Pick<SaleCalls, 'seller' | 'storeSent' | 'onRetry' | 'signal'>,
): SaleCalls {
  const { signal } = own;
  return {
    ...own,
    createClient: (client) => createClient(client, signal),
    createStudent: (student) => createStudent(student, signal),
    createSale: async (body, key) => {
      let replayed = false;
      const onHeaders = (headers: Headers) => {
        replayed = headers.has(REPLAYED);
      };
      const headers = { 'idempotency-key': key };
      const sale = await call('createSale', { body, headers, signal, onHeaders });
      return { sale, replayed };
    },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}
