import type { Migration } from 'kysely/migration';
import * as users from './0001_users.ts';
import * as products from './0002_products.ts';
import * as paymentMethods from './0003_payment_methods.ts';
import * as clients from './0004_clients.ts';
import * as students from './0005_students.ts';
import * as sales from './0006_sales.ts';
import * as salesCounts from './0007_sales_counts.ts';
import * as closings from './0008_closings.ts';
import * as audit from './0009_audit.ts';
import * as shop from './0010_shop.ts';
import * as people from './0011_people.ts';
import * as parkedSales from './0012_parked_sales.ts';
import * as productGrid from './0013_product_grid.ts';
import * as corrections from './0014_corrections.ts';
import * as approvals from './0015_approvals.ts';
import * as cashBoxes from './0016_cash_boxes.ts';
import * as closingsOfBoxes from './0017_closings_of_boxes.ts';
import * as peopleRecords from './0018_people_records.ts';
import * as findingSales from './0019_finding_sales.ts';
import * as daySums from './0020_day_sums.ts';
import * as priceChanges from './0021_price_changes.ts';
import * as institution from './0022_institution.ts';
import * as idleLock from './0023_idle_lock.ts';
import * as secondFactor from './0024_second_factor.ts';
import * as sessionDevices from './0025_session_devices.ts';
import * as metPeople from './0026_met_people.ts';
import * as changeNotFromCash from './0027_change_not_from_cash.ts';
import * as parkedPayments from './0028_parked_payments.ts';
import * as salesOfStudent from './0029_sales_of_student.ts';

/** In order. A migration that has been released is never edited: add another. */
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
  '0011_people': people,
  '0012_parked_sales': parkedSales,
  '0013_product_grid': productGrid,
  '0014_corrections': corrections,
  '0015_approvals': approvals,
  '0016_cash_boxes': cashBoxes,
  '0017_closings_of_boxes': closingsOfBoxes,
  '0018_people_records': peopleRecords,
  '0019_finding_sales': findingSales,
  '0020_day_sums': daySums,
  '0021_price_changes': priceChanges,
  '0022_institution': institution,
  '0023_idle_lock': idleLock,
  '0024_second_factor': secondFactor,
  '0025_session_devices': sessionDevices,
  '0026_met_people': metPeople,
  '0027_change_not_from_cash': changeNotFromCash,
  '0028_parked_payments': parkedPayments,
  '0029_sales_of_student': salesOfStudent,
};
