import { hashKey, type Query, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isPassing } from '../../../api/errors.ts';
import { loadQr } from '../../../ui/paper/barcode/qr-code.tsx';
import { pixQuery, studentCardQuery } from '../../institution/institution.queries.ts';
import { noteAway } from '../../kept/server-away.tsx';
import { allListsQuery } from '../../material-lists/material-lists.queries.ts';
import { allPaymentMethodsQuery } from '../../payment-methods/payment-methods.queries.ts';
import { activeProductsQuery, inactiveProductsQuery } from '../../products/products.queries.ts';

/** What a counter sells with. Nothing in it names a person or a sale. */
const NEEDED: readonly QueryKey[] = [
  activeProductsQuery,
  inactiveProductsQuery,
  allListsQuery,
  allPaymentMethodsQuery,
  pixQuery,
  studentCardQuery,
].map(({ queryKey }) => queryKey);

const isNeeded = ({ queryHash }: Query) => NEEDED.some((key) => hashKey(key) === queryHash);

/** The worker that opens the page leaves it alone, and it ends with the worker. */
const CACHE = 'counter';

/** Loads and keeps what a counter needs later and could not load without the server. */
export function useReadyForAway(keeps: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!keeps) return;
    loadQr().catch(console.warn);
    // A paper may take the counter's place for as long as a printer is stuck.
    for (const key of NEEDED) client.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY });
    // Where a page can't open without the server, it has no cache either.
    if (!('caches' in window)) return;
    const queries = client.getQueryCache();
    const follow = (query: Query) => {
      if (isNeeded(query)) keepOrTake(query).catch(console.warn);
    };
    for (const query of queries.getAll()) follow(query);
    return queries.subscribe(({ type, query }) => type === 'updated' && follow(query));
  }, [keeps, client]);
}

/**
 * Keeps a list that was read. One that the server does not give to a new page is as it was kept last; its failure
 * stays, so that it is read when the server is back.
 */
async function keepOrTake(query: Query): Promise<void> {
  const { data, status, fetchStatus, fetchFailureReason: error } = query.state;
  const address = `/${encodeURIComponent(query.queryHash)}`;
  if (status === 'success' && fetchStatus === 'idle') {
    await (await caches.open(CACHE)).put(address, Response.json(data));
  }
  if (data !== undefined || !isPassing(error)) return;
  const kept = await (await caches.match(address, { cacheName: CACHE }))?.json();
  // An answer may have come meanwhile.
  if (!kept || query.state.data !== undefined) return;
  noteAway();
  query.setState({ data: kept, status: 'error', error });
}
