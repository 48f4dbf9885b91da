import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { tidyText, UNSEEN } from '@balcao/domain/typed-text.ts';
import type { Db } from '../../database/connection.ts';
import { Refusal } from '../../request/refusal.ts';
import type { StoredSale } from './sale-record.ts';
import { findDeletion, loadSale } from './sales.repository.ts';

/** A deleted sale, with who deleted it, when and why. */
export async function findDeletedSale(
  db: Db,
  id: number,
): Promise<{ sale: StoredSale; at: Date; by: string; reason: string | null } | undefined> {
  const deletion = await findDeletion(db, id);
  const sale = deletion && (await loadSale(db, id));
  return sale && { ...deletion, sale };
}

const UNSEEN_CHARACTER = new RegExp(`[${UNSEEN}]`, 'u');

/** The reason in a header, which holds ASCII alone. Throws invalid_request. */
export function deletionReason(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const reason = tidyText(decoded(header));
  const fits =
    reason !== '' && reason.length <= MAX_LENGTH.reason && !UNSEEN_CHARACTER.test(reason);
  if (!fits) throw new Refusal('invalid_request', { field: 'headers/deletion-reason' });
  return reason;
}

/** '' for what is no text. */
function decoded(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return '';
  }
}
