import type { Correction } from '@balcao/contract/sales/corrections.ts';
import type { Sale } from '@balcao/contract/sales/sales.ts';
import { cents, centsOfSum, ZERO } from '@balcao/domain/money.ts';
import { PAYMENT_LINE_NUMBERS } from '@balcao/domain/payment-lines.ts';
import { periodReport, type ReportedSale } from '@balcao/domain/period-report.ts';
import type { TestShop } from './app.ts';

const saleRow = (sale: Sale): ReportedSale => ({
  sellerId: sale.seller,
  sellerName: sale.seller_data.name,
  subtotal: centsOfSum(sale.subtotal),
  totalGeneral: centsOfSum(sale.total_general),
  change: centsOfSum(sale.troco),
  payments: PAYMENT_LINE_NUMBERS.flatMap((line) => {
    const [method, amount] = [sale[`payment_desc${line}`], sale[`payment_method${line}`]];
    return method && amount ? [{ method, amount: centsOfSum(amount) }] : [];
  }),
});

const correctionRow = (made: Correction): ReportedSale => ({
  sellerId: made.seller,
  sellerName: made.seller_name,
  subtotal: cents(
    -made.items.reduce((sum, each) => sum + centsOfSum(each.product_info.price) * each.quantity, 0),
  ),
  totalGeneral: cents(-centsOfSum(made.total)),
  change: ZERO,
  payments: made.payments.map(({ method, amount }) => ({ method, amount: centsOfSum(amount) })),
});

/** What the paper of a period adds up, with the lists that it reads; at most a hundred sales. */
export async function paperOf(
  shop: Pick<TestShop, 'call'>,
  token: string,
  days: { startDate?: string; endDate?: string },
) {
  const call = { token, query: { ...days, page_size: '100' } };
  const sales = (await shop.call('listSales', call)).body.results;
  const corrections = (await shop.call('listCorrections', call)).body.results;
  return {
    ...periodReport(sales.map(saleRow), corrections.map(correctionRow)),
    sales,
    corrections,
  };
}
