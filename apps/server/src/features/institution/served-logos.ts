import type { Db } from '../../database/connection.ts';
import { findLogo, type Logo } from './institution.repository.ts';

/** A shop shows two; a few more while browsers still have a page of before a change. */
const MOST_KEPT = 8;

/**
 * Finds pictures by their hash. Anyone may ask for them, as often as they like, and the counters need the
 * database's connections, so each picture is read once. It never changes.
 */
export function servedLogos(db: Db): (hash: string) => Promise<Logo | undefined> {
  const kept = new Map<string, Logo>();
  const reading = new Map<string, Promise<Logo | undefined>>();

  async function read(hash: string): Promise<Logo | undefined> {
    const logo = await findLogo(db, hash).finally(() => reading.delete(hash));
    const [oldest] = kept.keys();
    if (logo && oldest !== undefined && kept.size >= MOST_KEPT) kept.delete(oldest);
    if (logo) kept.set(hash, logo);
    return logo;
  }

  return async (hash) => {
    const found = kept.get(hash) ?? reading.get(hash);
    if (found) return found;
    const promise = read(hash);
    reading.set(hash, promise);
    return promise;
  };
}
