import { REPLAYED } from '@balcao/contract/sales.ts';
import { call } from '../../../api/client.ts';
import { createClient } from '../../clients/clients.queries.ts';
import { createStudent } from '../../students/students.queries.ts';
import { storePending } from '../sale/pending-sale.ts';
import type { SaleCalls } from './record-sale.ts';

/** The real calls behind settleSale(). */
export function saleCalls(seller: number, signal: AbortSignal, onWaiting: () => void): SaleCalls {
  return {
    seller,
    signal,
    onWaiting,
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
    store: (pending) => storePending(seller, pending),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}
