import { randomUUID } from 'node:crypto';
import { visitor } from './visitor.mjs';

/**
 * Fills a new shop over HTTP with a little of everything that its version can, and returns what it answers
 * about that. Written against the calls that every version keeps, with literal figures, so that it fills any
 * version; what came later is done where the server has it.
 * @typedef {{ method: string, path: string, body?: unknown, answer: unknown }} Asked
 * @typedef {import('./visitor.mjs').Login} Login
 * @typedef {import('./visitor.mjs').Send} Send
 * @typedef {{ admin: Login, seller: Login, sale: { key: string, body: unknown, answer: unknown }, next: unknown, asked: Asked[] }} Known
 *   sale: one of the seller's, with the key of its request; next: one that the seller may still make
 *
 * @param {string} origin
 * @param {Login} admin
 * @returns {Promise<Known>}
 */
export async function fillSmallShop(origin, admin) {
  const shop = visitor(origin);
  const offered = await shop.get('/api/openapi.json');
  const has = (/** @type {string} */ path) => path in offered.paths;
  const chief = await shop.signIn(admin);

  /** @param {string} name @param {string} login */
  const newUser = async (name, login) => {
    const user = { name, email: login, active: true, admin: false };
    const { id, temporary_password: old } = await chief.post('/api/users/', user);
    const password = `a-senha-de-${login}`;
    const own = await shop.signIn({ login, password: old });
    const change = { old_password: old, new_password: password, confirm_new_password: password };
    await own.send('PUT', '/api/auth/change_password/', change);
    return { id, login, password, ...(await shop.signIn({ login, password })) };
  };
  const vera = await newUser('Vera Lúcia', 'vera');
  const ivo = await newUser('Ivo Çedilha', 'ivo');

  /** @param {string} code @param {string} name @param {number} price */
  const newProduct = (code, name, price, active = true) =>
    chief.post('/api/pdv/products/', { code, name, price, active });
  const pen = await newProduct('10', 'Caneta', 2.5);
  const shirt = await newProduct('20', 'Camiseta Infantil 4', 49.9);
  const book = await newProduct('307', 'Caderno d’água', 12.35);
  const badge = await newProduct('40', 'Crachá', 0.01);
  await newProduct('50', 'Agasalho de outro ano', 89.9, false);
  const voucher = await chief.post('/api/pdv/paymentMethods/', { name: 'Vale' });
  const cheque = await chief.post('/api/pdv/paymentMethods/', { name: 'Cheque' });
  const ana = await vera.post('/api/pdv/clients/', { cpf: '52998224725', name: 'Ana Souza' });
  const bruno = await vera.post('/api/pdv/clients/', { cpf: '11144477735', name: 'Bruno Õ’Neil' });
  const student = { registration: '20260000001', name: 'Bia Souza' };
  const bia = await vera.post('/api/pdv/students/', student);

  /** @param {{ id: number }} product @param {number} quantity @param {[number, number, number, number]} figures */
  const item = (product, quantity, [subtotal, desc_percent, desc_value, total]) => {
    return { product: product.id, quantity, subtotal, desc_percent, desc_value, total };
  };
  const penItem = item(pen, 3, [7.5, 0, 0, 7.5]);
  /** @param {[string, number][]} payments */
  const paid = (...payments) =>
    Object.fromEntries(
      payments.flatMap(([name, amount], index) => [
        [`payment_desc${index + 1}`, name],
        [`payment_method${index + 1}`, amount],
      ]),
    );
  const pens = {
    ...{ client: ana.id, student: bia.id, products: [penItem], subtotal: 7.5, total: 7.5 },
    ...{ total_general: 7.5, desc_general: 0, valor_pago: 7.5, troco: 0 },
    ...paid(['Pix', 7.5]),
  };
  const shirtAndPens = {
    ...{ client: ana.id, student: bia.id, subtotal: 57.4, total: 57.4, total_general: 57.4 },
    products: [penItem, item(shirt, 1, [49.9, 0, 0, 49.9])],
    ...{ desc_general: 0, valor_pago: 80, troco: 22.6 },
    ...paid(['Pix', 30], ['Dinheiro', 50]),
  };
  // 1,235 and 12,475 are rounded half up.
  const discounted = {
    ...{ client: bruno.id, student: null, subtotal: 112.15, total: 98.43, total_general: 98 },
    products: [item(book, 1, [12.35, 10, 1.24, 11.11]), item(shirt, 2, [99.8, 12.5, 12.48, 87.32])],
    ...{ desc_general: 0.43, valor_pago: 128, troco: 30 },
    ...paid(
      ['Pix', 10],
      ['Cartão de crédito', 20],
      ['Cartão de débito', 30],
      ['Vale', 18],
      ['Dinheiro', 50],
    ),
  };
  const badges = {
    ...{ client: bruno.id, student: bia.id, subtotal: 99.99, total: 99.99 },
    products: [item(badge, 9_999, [99.99, 0, 0, 99.99])],
    ...{ total_general: 99.99, desc_general: 0, valor_pago: 100, troco: 0.01 },
    ...paid(['Cheque', 90], ['Dinheiro', 10]),
  };
  /** @param {{ id?: number, send: Send }} seller @param {object} body */
  const sell = (seller, body, key = randomUUID()) =>
    seller.send('POST', '/api/pdv/sales/', body, { 'idempotency-key': key });

  const key = randomUUID();
  const first = await sell(vera, shirtAndPens, key);
  const dayOf = (/** @type {string} */ instant) =>
    new Date(instant).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
  const date = dayOf(first.created_at);
  await sell(chief, discounted);
  const mistaken = await sell(vera, pens);
  await sell(ivo, badges);
  await vera.post('/api/pdv/closeBox/', { date, seller_id: vera.id });
  await ivo.post('/api/pdv/closeBox/', { date, seller_id: ivo.id });
  await sell(vera, pens);
  await vera.post('/api/pdv/closeBox/', { date, seller_id: vera.id });
  await chief.send('DELETE', `/api/pdv/sales/${mistaken.id}/`);
  await sell(vera, pens);
  if (has('/api/pdv/recordedSales/{id}/reprint/')) {
    await vera.post(`/api/pdv/recordedSales/${first.id}/reprint/`);
  }

  // What is sold keeps the names and prices of its time.
  const dearer = { code: '20', name: 'Camiseta Infantil 4 anos', price: 54.9, active: true };
  await chief.send('PUT', `/api/pdv/products/${shirt.id}/`, dearer);
  await chief.send('DELETE', `/api/pdv/products/${badge.id}/`);
  const renamed = { name: 'Vale da escola' };
  await chief.send('PUT', `/api/pdv/paymentMethods/${voucher.id}/`, renamed);
  await chief.send('DELETE', `/api/pdv/paymentMethods/${cheque.id}/`);
  await chief.send('DELETE', `/api/users/${ivo.id}/`);

  if (has('/api/pdv/recordedSales/{id}/refunds/')) await correct();
  if (has('/api/pdv/parkedSales/')) {
    const { key, client, ...order } = {
      ...{ key: randomUUID(), client: { cpf: '11144477735', name: 'Bruno' } },
      ...{ student: { registration: '', name: '' }, items: [{ product: pen.id, quantity: 2 }] },
    };
    await vera.post('/api/pdv/parkedSales/', { key, client, ...order });
  }
  if (has('/api/pdv/box/')) await countBox();

  const period = `startDate=${date}&endDate=${date}`;
  /** @type {Omit<Asked, 'answer'>[]} */
  const questions = [
    { method: 'GET', path: '/api/users/?page_size=100' },
    { method: 'GET', path: '/api/pdv/products/?page_size=100' },
    { method: 'GET', path: '/api/pdv/productsAll/' },
    { method: 'GET', path: '/api/pdv/paymentMethods/?page_size=100' },
    { method: 'GET', path: '/api/pdv/clients/?search=52998224725' },
    { method: 'GET', path: '/api/pdv/students/?search=20260000001' },
    { method: 'GET', path: `/api/pdv/sales/?page_size=100&${period}` },
    { method: 'GET', path: `/api/pdv/closeBoxList/?${period}` },
    ...(has('/api/pdv/corrections/')
      ? [{ method: 'GET', path: `/api/pdv/corrections/?page_size=100&${period}` }]
      : []),
  ];
  const asked = [];
  for (const { method, path } of questions) {
    asked.push({ method, path, answer: await chief.send(method, path) });
  }
  const { company_name, city, graduation_unit, institutions } = await shop.get('/api/institution/');
  const schools = institutions.map((/** @type {any} */ { name, cnpj }) => ({ name, cnpj }));
  const answer = { company_name, city, graduation_unit, institutions: schools };
  asked.push({ method: 'GET', path: '/api/institution/', answer });
  const seller = { login: vera.login, password: vera.password };
  return { admin, seller, sale: { key, body: shirtAndPens, answer: first }, next: pens, asked };

  async function correct() {
    const withKey = () => ({ 'idempotency-key': randomUUID() });
    const to = (/** @type {string} */ what) => `/api/pdv/recordedSales/${first.id}/${what}/`;
    const cash = [{ method: 'Dinheiro', amount: 2.5 }];
    const back = { items: [{ line: 1, quantity: 1 }], reason: 'Não serviu', total: 2.5 };
    await chief.send('POST', to('refunds'), { ...back, payments: cash }, withKey());
    const payments = { reason: 'Era débito', payments: [{ method: 'Pix', amount: 57.4 }] };
    await chief.send('POST', to('payments'), payments, withKey());
    const { client: _client, student: _student, ...bought } = pens;
    const sale = { ...bought, ...paid(['Troca', 2.5], ['Pix', 5]) };
    await chief.send('POST', to('exchanges'), { ...back, payments: [], sale }, withKey());
  }

  async function countBox() {
    const settings = await chief.get('/api/settings/');
    await chief.send('PUT', '/api/settings/', { ...settings, cash_box: 'counted' });
    const box = await vera.post('/api/pdv/box/', { float: 100 });
    await sell(vera, { ...pens, ...paid(['Dinheiro', 10]), valor_pago: 10, troco: 2.5 });
    const supply = { kind: 'supply', amount: 20, reason: 'Troco' };
    const headers = { 'idempotency-key': randomUUID() };
    await vera.send('POST', '/api/pdv/box/movements/', supply, headers);
    // One centavo of 100 + 20 + 7,50 is missing.
    await vera.post(`/api/pdv/boxes/${box.id}/count/`, { cash: 127.49 });
    await chief.send('PUT', '/api/settings/', settings);
  }
}
