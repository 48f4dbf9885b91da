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
import * as corrections from './0013_corrections.ts';
import * as settingsAndSignIn from './0014_settings_and_sign_in.ts';
import * as cashBoxes from './0015_cash_boxes.ts';
import * as findingSales from './0016_finding_sales.ts';
import * as daySums from './0017_day_sums.ts';
import * as prices from './0018_prices.ts';
import * as productsAndClasses from './0020_products_and_classes.ts';
import * as productChanges from './0021_product_changes.ts';
import * as months from './0022_months.ts';
import * as bank from './0023_bank.ts';
import * as bulkChanges from './0025_bulk_changes.ts';
import * as nameKeys from './0026_name_keys.ts';
import * as stock from './0030_stock.ts';
import * as materialLists from './0031_material_lists.ts';
import * as handedOverSales from './0032_handed_over_sales.ts';
import * as studentCard from './0033_student_card.ts';
import * as parkedClients from './0034_parked_clients.ts';
import * as unlinkedSales from './0035_unlinked_sales.ts';
import * as bankStatementLines from './0036_bank_statement_lines.ts';
import * as reasons from './0040_reasons.ts';
import * as onHand from './0041_on_hand.ts';
import * as bankReturns from './0042_bank_returns.ts';
import * as localHolidays from './0043_local_holidays.ts';

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
  '0013_corrections': corrections,
  '0014_settings_and_sign_in': settingsAndSignIn,
  '0015_cash_boxes': cashBoxes,
  '0016_finding_sales': findingSales,
  '0017_day_sums': daySums,
  '0018_prices': prices,
  '0020_products_and_classes': productsAndClasses,
  '0021_product_changes': productChanges,
  '0022_months': months,
  '0023_bank': bank,
  '0025_bulk_changes': bulkChanges,
  '0026_name_keys': nameKeys,
  '0030_stock': stock,
  '0031_material_lists': materialLists,
  '0032_handed_over_sales': handedOverSales,
  '0033_student_card': studentCard,
  '0034_parked_clients': parkedClients,
  '0035_unlinked_sales': unlinkedSales,
  '0036_bank_statement_lines': bankStatementLines,
  '0040_reasons': reasons,
  '0041_on_hand': onHand,
  '0042_bank_returns': bankReturns,
  '0043_local_holidays': localHolidays,
};
