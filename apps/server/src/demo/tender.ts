import { type Cents, cents } from '@balcao/domain/money.ts';
import type { Random } from './random.ts';

const CASH = 'Dinheiro';
const PIX = 'Pix';
const DEBIT = 'Cartão de débito';
const CREDIT = 'Cartão de crédito';
const SLIP = 'Boleto';
export const methods = [CASH, PIX, DEBIT, CREDIT, SLIP] as const;

type Method = (typeof methods)[number];
export type Tender = { method: Method; amount: Cents };

const REAL = 100;
const SMALLEST_COIN = 5;
/** From here on buyers split payments, pay in instalments or by bank slip. */
const LARGE = 80 * REAL;
const VERY_LARGE = 600 * REAL;

/** The payments of a sale: mostly one method; cash in round notes. */
export function tenderFor(random: Random, total: Cents): Tender[] {
  if (total === 0) return [];
  if (total >= VERY_LARGE && random.chance(0.15)) return inThree(random, total);
  if (total >= LARGE && random.chance(0.12)) return inTwo(random, total);
  const method = oneMethod(random, total);
  return [{ method, amount: method === CASH ? handedOver(random, total) : total }];
}

function oneMethod(random: Random, total: Cents): Method {
  if (total < 10 * REAL) {
    return random.weighted([
      [CASH, 46],
      [PIX, 42],
      [DEBIT, 12],
    ]);
  }
  if (total < LARGE) {
    return random.weighted([
      [CASH, 24],
      [PIX, 40],
      [DEBIT, 22],
      [CREDIT, 14],
    ]);
  }
  return random.weighted([
    [CASH, total < 300 * REAL ? 10 : 1],
    [PIX, 30],
    [DEBIT, 16],
    [CREDIT, 40],
    [SLIP, total < 200 * REAL ? 0 : 8],
  ]);
}

/** The exact sum in coins, or the next notes that cover it. */
function handedOver(random: Random, total: Cents): Cents {
  const note = random.weighted([
    [SMALLEST_COIN, 5],
    [2 * REAL, 2],
    [5 * REAL, 3],
    [10 * REAL, 4],
    [20 * REAL, 4],
    [50 * REAL, 3],
    [100 * REAL, total < 5 * REAL ? 0 : 1],
  ]);
  return cents(Math.ceil(total / note) * note);
}

function inTwo(random: Random, total: Cents): Tender[] {
  const [first, second] = random.pick([
    [CASH, PIX],
    [CASH, CREDIT],
    [PIX, CREDIT],
    [PIX, CASH],
    [DEBIT, CREDIT],
  ] as const);
  const part = roundPart(total, random.whole(25, 70));
  const rest = cents(total - part);
  return [
    { method: first, amount: part },
    { method: second, amount: second === CASH ? handedOver(random, rest) : rest },
  ];
}

function inThree(random: Random, total: Cents): Tender[] {
  const first = roundPart(total, random.whole(15, 30));
  const second = roundPart(total, random.whole(20, 40));
  return [
    { method: CASH, amount: first },
    { method: PIX, amount: second },
    { method: CREDIT, amount: cents(total - first - second) },
  ];
}

/** About `percent` of the total, in tens of reais. */
function roundPart(total: Cents, percent: number): Cents {
  return cents(Math.max(1, Math.floor((total * percent) / 100 / (10 * REAL))) * 10 * REAL);
}
