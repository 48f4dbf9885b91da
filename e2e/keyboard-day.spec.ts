import type { Page } from '@playwright/test';
import { brl, counterScreen, openCounter, SALE_MADE, salesIn, test } from './counter-screen.ts';
import { expect, type Shop } from './fixtures.ts';

/** Each kind of sale once, and the first again; KEYBOARD_SALES=40 is a day. */
const SALES = Number(process.env.KEYBOARD_SALES ?? 6);
/** Codes of five digits, and prices in reais. */
const GOODS = [
  ['20101', 'Camiseta Colégio P', 55.9],
  ['20102', 'Moletom com capuz Colégio G', 139.9],
  ['30201', 'Caderno universitário 10 matérias', 22],
  ['30202', 'Lápis HB nº 2', 1.5],
  ['30203', 'Borracha branca', 2.25],
  ['30204', 'Marca-texto amarelo', 6.75],
] as const;
const ALL_CODES = GOODS.map(([code]) => code);
const ANA = { cpf: '52998224725', name: 'Ana Prado' };
const BIA = { cpf: '11144477735', name: 'Bia Souza' };

/** The keyboard, which counts its keys. */
function countingKeyboard(page: Page) {
  const keys = { count: 0 };
  return {
    keys,
    type: async (text: string, end?: 'Enter', delay = 0) => {
      await page.keyboard.type(text, { delay });
      keys.count += text.length;
      if (!end) return;
      await page.keyboard.press(end);
      keys.count++;
    },
    press: async (...names: string[]) => {
      for (const name of names) await page.keyboard.press(name);
      keys.count += names.length;
    },
  };
}

/** One way to sell after the other. Each returns the total in centavos. */
function salesOf(page: Page) {
  const counter = counterScreen(page);
  const keyboard = countingKeyboard(page);
  const { type, press } = keyboard;
  const knownClient = async ({ cpf, name }: typeof ANA) => {
    await type(cpf);
    await expect(counter.clientName).toHaveValue(name);
  };
  const codes = async (...all: string[]) => {
    for (const code of all) await type(code, 'Enter');
  };
  /** Closes the order; the seller looks at the total. */
  const close = async (total: string) => {
    await press('F8');
    await expect(counter.figure('TOTAL GERAL')).toHaveValue(brl(total));
  };

  const kinds = [
    async function oneThingByPix() {
      await knownClient(ANA);
      await press('F2');
      await codes('20101');
      await close('55,90');
      await type('p', 'Enter');
      await press('Enter', 'Enter');
      return 5590;
    },
    async function sixThingsTwoMethods() {
      await knownClient(BIA);
      await press('F2');
      await codes(...ALL_CODES);
      await close('228,30');
      await type('p', 'Enter');
      await type('10000', 'Enter');
      await type('d', 'Enter');
      await press('Enter', 'Enter');
      return 22830;
    },
    async function manyOfAThingInCash() {
      await knownClient(ANA);
      await press('F2');
      await codes('12*30202', '3*30203');
      await close('24,75');
      await type('d', 'Enter');
      await type('5000', 'Enter');
      await expect(counter.figure('TROCO')).toHaveValue(brl('25,25'));
      await press('F9');
      return 2475;
    },
    async function anotherOfTheSame() {
      await knownClient(BIA);
      await press('F2');
      await codes('30201');
      // As slowly as a hand: Enter right after a scan would be the scanner's second.
      await type('30201', 'Enter', 60);
      // The product is in the list: Enter adds to its quantity.
      await expect(page.getByRole('dialog', { name: 'Atenção!' })).toBeVisible();
      await press('Enter');
      await codes('30204');
      await close('50,75');
      await type('cred', 'Enter');
      await press('Enter', 'Enter');
      return 5075;
    },
    async function byNameForAStudent() {
      await knownClient(ANA);
      await press('Enter');
      await type('20260001', 'Enter');
      await type('Davi', 'Enter');
      await press('Tab');
      await type('mole', 'Enter');
      await type('2', 'Enter');
      await close('279,80');
      await type('deb', 'Enter');
      await press('Enter', 'Enter');
      return 27980;
    },
  ];
  return { kinds, keyboard, counter };
}

async function stock(shop: Shop) {
  for (const [code, name, price] of GOODS) {
    await shop.admin.call('createProduct', { body: { code, name, price, active: true } });
  }
  for (const body of [ANA, BIA]) await shop.admin.call('createClient', { body });
}

test('a day of sales by keyboard alone', async ({ page, shop }) => {
  test.setTimeout(300_000);
  // Tabs of receipts would take most of the time; counter-between.spec.ts is about them.
  await page.addInitScript(() => {
    window.open = () => window;
  });
  await stock(shop);
  await openCounter(page, shop);
  await page.clock.install();
  const { kinds, keyboard, counter } = salesOf(page);
  const keysOf: Record<string, number> = {};
  let sold = 0;
  for (let sale = 0; sale < SALES; sale++) {
    const kind = kinds[sale % kinds.length] as (typeof kinds)[number];
    await expect(counter.cpf).toBeFocused();
    await expect(counter.cpf).toHaveValue('');
    keyboard.keys.count = 0;
    sold += await kind();
    await expect(page.getByText(SALE_MADE)).toBeVisible();
    keysOf[kind.name] = keyboard.keys.count;
    // The receipt opens, and then a fresh counter.
    const reloaded = page.waitForEvent('load');
    await page.clock.fastForward(3_000);
    await reloaded;
    await expect(page.getByText(SALE_MADE)).toBeHidden();
  }
  console.log(`Keys of a sale: ${JSON.stringify(keysOf)}`);
  // Eleven are the CPF and thirty the codes.
  expect(keysOf.sixThingsTwoMethods).toBeLessThanOrEqual(61);
  expect(keysOf.oneThingByPix).toBeLessThanOrEqual(23);
  expect(await salesIn(shop)).toBe(SALES);
  const [{ cents } = { cents: 0 }] = await shop.sql<{ cents: number }>(
    'SELECT sum(total_general_cents)::int AS cents FROM sales',
  );
  expect(cents).toBe(sold);
});
