import { randomUUID } from 'node:crypto';
import type { BoxReport, Movement } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import type { Closing } from '@balcao/contract/cash-boxes/closings.ts';
import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import type { Correction } from '@balcao/contract/sales/corrections.ts';
import type { Sale } from '@balcao/contract/sales/sales.ts';
import { withCheckDigits } from '@balcao/domain/cpf.ts';
import { DATE_SALES } from '@balcao/server/src/testing/past.ts';
import type { ApiUser } from './api.ts';
import { countBoxes, moveCash } from './cash-box.ts';
import { type Goods, type Shop, saleOf } from './fixtures.ts';
import { textsSent } from './free-text-fields.ts';
import { HOSTILE } from './hostile-texts.ts';
import { signedIn } from './people.ts';

export const TEXTS = HOSTILE.map(({ text }) => text);

/** Returns a text by its index, which wraps around. */
export const textAt = (index: number): string => TEXTS[index % TEXTS.length] ?? '';

export const cpfOf = (index: number) => withCheckDigits(String(100_000_001 + index));
export const registrationOf = (index: number) => String(20_260_000_001 + index);
export const codeDay = (index: number) => `2026-03-${String(index + 1).padStart(2, '0')}`;

export type HostileShop = {
  /** One sale per text, each on its own day, with the text in every field. */
  sales: Sale[];
  seller: ApiUser;
  /** The texts sent, each as `field\ntext`. */
  sent: Set<string>;
  /** One per text, which is the reason of its movement and of its difference. */
  boxes: { movements: Movement[]; reports: BoxReport[]; closings: Closing[] };
  /** A refund, an exchange and a correction of payments per text, which is their reason. */
  corrections: Correction[];
};

/**
 * Opens a shop with hostile texts in every free field: names, codes, logins, methods, the institution.
 * Every row is also edited once, so that the audit has both values.
 */
export async function openHostileShop(shop: Shop): Promise<HostileShop> {
  const sent = new Set<string>();
  const recorded = (user: ApiUser): ApiUser => ({
    ...user,
    call: (name, options = {}) => {
      for (const text of textsSent(options.body, name)) sent.add(text);
      return user.call(name, options);
    },
  });
  const admin = recorded(shop.admin);
  for (const name of TEXTS) await makeMethod(admin, name);
  for (const [index, name] of TEXTS.entries()) await makeList(admin, name, index);
  await fillInstitution(admin);

  const sellers: ApiUser[] = [];
  const sales: Sale[] = [];
  for (const [index, text] of TEXTS.entries()) {
    const user = await admin.call('createUser', {
      body: { name: text, email: text, active: true, admin: false },
    });
    const password = user.temporary_password;
    const seller = recorded(
      await signedIn(shop, { id: user.id, name: text, login: text, password }),
    );
    sellers.push(seller);
    sales.push(await sellOnDay(shop, { admin, seller, text, index }));
    await admin.call('closeBox', { body: { date: codeDay(index), seller_id: user.id } });
    await admin.call('editUser', {
      params: { id: `${user.id}` },
      body: { name: textAt(index + 1), email: text, active: true, admin: false },
    });
  }
  for (const [index, name] of TEXTS.entries()) {
    const body = {
      key: randomUUID(),
      client: { cpf: cpfOf(index), name },
      student: { registration: registrationOf(index), name },
      items: [],
      payments: [{ method: name, amount: null }],
      lists: [name],
    };
    await sellers[1]?.call('parkSale', { body });
  }
  for (const text of TEXTS) {
    await admin.call('exportList', { body: { list: 'sales', format: 'csv', search: text } });
    await admin.call('exportList', { body: { list: 'audit', format: 'csv', user: text } });
  }
  await deleteOneOfEach(shop, admin);
  const corrections: Correction[] = [];
  for (const index of TEXTS.keys()) corrections.push(...(await putRight(admin, index)));
  for (const index of TEXTS.keys()) await importFiles(admin, index);
  const { products } = await admin.call('readStock', { query: { all: 'true' } });
  for (const [index, text] of TEXTS.entries()) {
    const product = products.find(({ code }) => code === `B${index}`);
    await fillStock(admin, product?.id ?? 0, text);
    await keepSale(admin, { id: product?.id ?? 0, price: 1 }, index);
  }
  const boxes = await workBoxes(shop, admin);
  return { sales, seller: sellers[1] as ApiUser, sent, boxes, corrections };
}

/** Sells two units today, gives one back, exchanges the other and corrects the payments. */
async function putRight(admin: ApiUser, index: number): Promise<Correction[]> {
  const reason = textAt(index);
  const client = await admin.call('createClient', { body: { cpf: cpfOf(index), name: reason } });
  const makeProduct = (code: string, price: number) =>
    admin.call('createProduct', { body: { code, name: reason, price, active: true } });
  const product = await makeProduct(`A${index}`, 5);
  const cheap = await makeProduct(`B${index}`, 1);
  const paid = (first: number, amounts: readonly number[]) =>
    amounts.map((amount, line) => ({ method: textAt(first + line), amount }));
  const newSale = (
    item: { product: typeof product; quantity: number },
    amounts: readonly number[],
  ) => saleOf({ client, items: [item], payments: paid(index, amounts) });
  const body = newSale({ product, quantity: 2 }, [10]);
  const sale = await admin.call('createSale', { body });
  const once = () => ({
    params: { id: `${sale.id}` },
    headers: { 'idempotency-key': randomUUID() },
  });
  const back = { items: [{ line: 1, quantity: 1 }], reason, total: 5 };
  const refund = { ...back, payments: paid(index, [1, 1, 1, 1, 1]) };
  // For less than what comes back, and paid with too much: every line has a text.
  const {
    client: _client,
    student: _student,
    ...bought
  } = newSale({ product: cheap, quantity: 1 }, [1, 1, 1, 1, 1]);
  const exchange = {
    ...back,
    payments: paid(index, [1, 1, 1, 1]),
    sale: { ...bought, payment_desc1: 'Troca', lists: [reason] },
  };
  return [
    await admin.call('createRefund', { ...once(), body: refund }),
    (await admin.call('createExchange', { ...once(), body: exchange })).correction,
    await admin.call('correctPayments', {
      ...once(),
      body: { reason, payments: paid(index, [2, 2, 2, 2, 2]) },
    }),
  ];
}

/** Imports files whose names are the text: one changes a price, the other a class. */
async function importFiles(admin: ApiUser, index: number): Promise<void> {
  const file = textAt(index);
  const lists = { rows: [{ line: 2, code: 'L0', product: 'B0', quantity: `${index + 2}` }] };
  const seen = await admin.call('compareLists', { body: lists });
  await admin.call('importLists', { body: { ...lists, preview: seen.preview, file } });
  const products = { rows: [{ line: 2, code: 'B0', price: `${index + 2},00` }] };
  const { preview } = await admin.call('compareProducts', { body: products });
  await admin.call('importProducts', { body: { ...products, preview, file } });
  const roll = { rows: [{ line: 2, registration: registrationOf(0), class: `${index + 1}A` }] };
  const compared = await admin.call('compareRoll', { body: roll });
  await admin.call('importRoll', { body: { ...roll, preview: compared.preview, file } });
}

/** What came, went and is counted, with the text in every field. */
async function fillStock(admin: ApiUser, product: number, text: string): Promise<void> {
  const key = () => ({ headers: { 'idempotency-key': randomUUID() } });
  const from = { supplier: text, document: text };
  const lines = [{ product, quantity: 2 }];
  await admin.call('createDelivery', { ...key(), body: { lines, ...from } });
  const loss = { product, kind: 'loss', quantity: 1, reason: text } as const;
  await admin.call('adjustStock', { ...key(), body: loss });
  await admin.call('beginCount', { ...key(), body: { name: text, blind: true, products: null } });
  await readStatement(admin, text);
  const rows = { rows: [{ line: 2, code: 'B0', quantity: '1' }] };
  const { preview } = await admin.call('compareDelivery', { body: rows });
  await admin.call('importDelivery', { ...key(), body: { ...rows, preview, file: text, ...from } });
}

/** A sale that a counter kept, whose sums differ: its paper alone is there, and somebody has looked at it. */
async function keepSale(admin: ApiUser, product: Goods, index: number): Promise<void> {
  const text = textAt(index);
  const client = await admin.call('createClient', { body: { cpf: cpfOf(index), name: text } });
  const payments = [0, 1, 2, 3, 4].map((line) => ({ method: textAt(index + line), amount: 1 }));
  const sale = saleOf({ client, items: [{ product, quantity: 1 }], payments });
  await admin.call('createKeptSale', {
    headers: { 'idempotency-key': randomUUID() },
    body: {
      ...{ made_at: new Date().toISOString(), device: randomUUID(), waiting: 1 },
      sale: { ...sale, lists: [text], total_general: 2 },
      paper: [{ code: text.slice(0, MAX_LENGTH.productCode), name: text, price: 1 }],
    },
  });
  const { results } = await admin.call('listKeptSales');
  await admin.call('acceptKeptSale', { params: { id: `${results[0]?.id}` }, body: { note: text } });
}

/** Of an account with this name, if one may have it, with a line that is said to be of this. */
async function readStatement(admin: ApiUser, text: string): Promise<void> {
  if (text.length > 60) return;
  const day = '2026-03-01';
  const of = { from: day, to: day, direction: 'file', shows_sent: true } as const;
  const line = { day, time: null, amount: 77.77, txid: null, end_to_end: null } as const;
  const lines = [{ ...line, kind: 'pix' as const, memo: 'Pix' }];
  await admin.call('addStatement', {
    body: { ...of, lines, account: text, account_in_file: text },
  });
  const query = { startDate: day, endDate: day, state: 'unknown' } as const;
  const { results } = await admin.call('comparePix', { query });
  const params = { id: `${results[0]?.line?.id}` };
  await admin.call('setNotOurs', { params, body: { word: text } });
}

/** Boxes of the administrator: their movements, what is in the last one, and their closings. */
async function workBoxes(shop: Shop, admin: ApiUser): Promise<HostileShop['boxes']> {
  await countBoxes(shop, { count_every_method: true, difference_limit: 0 });
  const boxes: HostileShop['boxes'] = { movements: [], reports: [], closings: [] };
  const methods = TEXTS.map((method) => ({ method, amount: 1 }));
  for (const text of TEXTS) {
    const { id } = await admin.call('openBox', { body: { float: 0 } });
    const params = { id: `${id}` };
    boxes.movements.push(await moveCash(admin, 'supply', 10, text));
    boxes.reports.push(await admin.call('readBox', { params }));
    await admin.call('countBox', { params, body: { cash: 0, methods } });
    const { closing } = await admin.call('settleBox', { params, body: { reason: text } });
    if (closing) boxes.closings.push(closing);
  }
  await countBoxes(shop, { cash_box: 'simple' });
  return boxes;
}

async function makeMethod(admin: ApiUser, name: string): Promise<void> {
  const { id } = await admin.call('createPaymentMethod', { body: { name } });
  await admin.call('editPaymentMethod', { params: { id: `${id}` }, body: { id, name } });
}

/** One stays, with this name; of the other, which is deleted, a product takes the code. */
async function makeList(admin: ApiUser, name: string, index: number): Promise<void> {
  const body = { code: name, name, valid_from: null, valid_to: null, active: true, items: [] };
  const { id } = await admin.call('createMaterialList', { body });
  await admin.call('editMaterialList', { params: { id: `${id}` }, body: { code: name, name } });
  await admin.call('deleteMaterialList', { params: { id: `${id}` } });
  await admin.call('createMaterialList', { body: { ...body, code: `L${index}` } });
}

type Part = { admin: ApiUser; seller: ApiUser; text: string; index: number };

async function sellOnDay(shop: Shop, { admin, seller, text, index }: Part): Promise<Sale> {
  const fields = { code: text, name: text, price: 5, active: true };
  const product = await admin.call('createProduct', { body: fields });
  const client = await seller.call('createClient', { body: { cpf: cpfOf(index), name: text } });
  const student = await seller.call('createStudent', {
    body: { registration: registrationOf(index), name: text },
  });
  // Corrected, and back.
  for (const name of [textAt(index + 1), text]) {
    const { cpf } = client;
    const { registration } = student;
    await seller.call('editClient', { params: { id: `${client.id}` }, body: { cpf, name } });
    await seller.call('editStudent', {
      params: { id: `${student.id}` },
      body: { registration, name },
    });
  }
  for (const [call, { id }, number] of [
    ['correctClient', client, client.cpf],
    ['correctStudent', student, student.registration],
  ] as const) {
    // A class is short.
    const ofClass = call === 'correctStudent' ? { class: text.slice(0, MAX_LENGTH.class) } : {};
    await admin.call(call, { params: { id: `${id}` }, body: { number, name: text, ...ofClass } });
  }
  const sale = await seller.call('createSale', {
    body: {
      ...saleOf({
        client,
        student,
        items: [{ product, quantity: 1 }],
        payments: [0, 1, 2, 3, 4].map((line) => ({ method: textAt(index + line), amount: 1 })),
      }),
      lists: [text],
    },
  });
  await shop.sql(DATE_SALES, [[sale.id], [`${codeDay(index)}T12:00:00-03:00`]]);
  await admin.call('editProduct', {
    params: { id: `${product.id}` },
    body: { ...fields, name: textAt(index + 1) },
  });
  return sale;
}

/** Gives the audit entries about deleted rows too. */
async function deleteOneOfEach(shop: Shop, admin: ApiUser): Promise<void> {
  const name = `${TEXTS.join(' ').slice(0, 50)}…`;
  const fields = { code: '<b>', name, price: 5, active: true };
  const product = await admin.call('createProduct', { body: fields });
  await admin.call('deleteProduct', { params: { id: `${product.id}` } });
  const method = await admin.call('createPaymentMethod', { body: { name } });
  await admin.call('deletePaymentMethod', { params: { id: `${method.id}` } });
  const user = await admin.call('createUser', {
    body: { name, email: name, active: false, admin: true },
  });
  await shop.admin.call('deleteUser', { params: { id: `${user.id}` } });
}

/** Gives the institution and the Pix each text; in the end the fields of the institution have most of them. */
async function fillInstitution(admin: ApiUser): Promise<void> {
  const save = (texts: readonly [string, string, string, string, string]) => {
    const [company_name, city, graduation_unit, college, school] = texts;
    return admin.call('editInstitution', {
      body: {
        company_name,
        city,
        graduation_unit,
        college: { name: college, cnpj: '11.222.333/0001-81' },
        school: { name: school, cnpj: '11.222.333/0002-62' },
      },
    });
  };
  for (const text of TEXTS) {
    await save([text, text, text, text, text]);
    const pix = { method: text, key: 'loja@escola.com', name: text, city: text };
    await admin.call('editPix', { body: { pix } });
  }
  await admin.call('editPix', { body: { pix: null } });
  const three = (part: number) => TEXTS.slice(part * 3, part * 3 + 3).join(' ');
  await save([three(0), three(1), three(2), three(3), three(4)]);
}
