import type { Migration } from 'kysely/migration';
import * as users from './0.2.0/0001_users.ts';
import * as products from './0.2.0/0002_products.ts';
import * as paymentMethods from './0.2.0/0003_payment_methods.ts';
import * as clients from './0.2.0/0004_clients.ts';
import * as students from './0.2.0/0005_students.ts';
import * as sales from './0.2.0/0006_sales.ts';
import * as salesCounts from './0.2.0/0007_sales_counts.ts';
import * as closings from './0.2.0/0008_closings.ts';
import * as audit from './0.2.0/0009_audit.ts';
import * as shop from './0.2.0/0010_shop.ts';
import * as lateLines from './0011_late_lines.ts';
import * as settingsAndSignIn from './0012_settings_and_sign_in.ts';
import * as cashBoxes from './0013_cash_boxes.ts';
import * as corrections from './0014_corrections.ts';
import * as closingsOfBoxes from './0015_closings_of_boxes.ts';
import * as productsAndLists from './0016_products_and_lists.ts';
import * as parkedSales from './0017_parked_sales.ts';
import * as people from './0018_people.ts';
import * as findingSales from './0019_finding_sales.ts';
import * as bulkChanges from './0020_bulk_changes.ts';
import * as months from './0021_months.ts';
import * as bank from './0022_bank.ts';
import * as stock from './0023_stock.ts';
import * as facts from './0024_facts.ts';
import * as keptSales from './0025_kept_sales.ts';

/** In order. A migration that has been released, in a folder of its release, is never edited: add another. */
export const migrations: Record<string, Migration> = {
  '0001_users': users,
  '0002_products': products,
  '0003_payment_methods': paymentMethods,
  '0004_clients': clients,
  '0005_students': students,
  '0006_sales': sales,
  '0007_sales_counts': salesCounts,
  '0008_closings': closings,
  '0009_audit': audit,
  '0010_shop': shop,
  '0011_late_lines': lateLines,
  '0012_settings_and_sign_in': settingsAndSignIn,
  '0013_cash_boxes': cashBoxes,
  '0014_corrections': corrections,
  '0015_closings_of_boxes': closingsOfBoxes,
  '0016_products_and_lists': productsAndLists,
  '0017_parked_sales': parkedSales,
  '0018_people': people,
  '0019_finding_sales': findingSales,
  '0020_bulk_changes': bulkChanges,
  '0021_months': months,
  '0022_bank': bank,
  '0023_stock': stock,
  '0024_facts': facts,
  '0025_kept_sales': keptSales,
};
