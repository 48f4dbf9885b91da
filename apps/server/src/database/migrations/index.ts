import type { Migration } from 'kysely/migration';
import * as people from './0001_people.ts';
import * as catalogue from './0002_catalogue.ts';
import * as sales from './0003_sales.ts';
import * as closings from './0004_closings.ts';
import * as audit from './0005_audit.ts';
import * as madeIsMade from './0006_made_is_made.ts';
import * as auditSeals from './0007_audit_seals.ts';
import * as anonymisedClients from './0008_anonymised_clients.ts';
import * as knownAddresses from './0009_known_addresses.ts';
import * as checksByKey from './0010_checks_by_key.ts';
import * as salesCounts from './0011_sales_counts.ts';
import * as salesOfSeller from './0012_sales_of_seller.ts';
import * as takenKeys from './0013_taken_keys.ts';
import * as shop from './0014_shop.ts';
import * as signInTurns from './0015_sign_in_turns.ts';
import * as buyersWhoAreGone from './0016_buyers_who_are_gone.ts';
import * as tidyNames from './0017_tidy_names.ts';
import * as untilChanged from './0017_until_changed.ts';

/** In order. A migration that has been released is never edited: add another. */
export const migrations: Record<string, Migration> = {
  '0001_people': people,
  '0002_catalogue': catalogue,
  '0003_sales': sales,
  '0004_closings': closings,
  '0005_audit': audit,
  '0006_made_is_made': madeIsMade,
  '0007_audit_seals': auditSeals,
  '0008_anonymised_clients': anonymisedClients,
  '0009_known_addresses': knownAddresses,
  '0010_checks_by_key': checksByKey,
  '0011_sales_counts': salesCounts,
  '0012_sales_of_seller': salesOfSeller,
  '0013_taken_keys': takenKeys,
  '0014_shop': shop,
  '0015_sign_in_turns': signInTurns,
  '0016_buyers_who_are_gone': buyersWhoAreGone,
  '0017_tidy_names': tidyNames,
  '0017_until_changed': untilChanged,
};
