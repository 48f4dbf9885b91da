import { MAX_CENTS } from '@balcao/domain/money.ts';
import { numberOf } from './values.ts';

/** A sum in whole centavos, in reais; it may be below zero. */
export function sumOf(value: unknown, otherwise = 0): number {
  return Math.round(numberOf(value, otherwise) * 100) / 100;
}

/** An amount in reais, from 0 to the largest. */
export function amountOf(value: unknown, otherwise = 0): number {
  return Math.min(Math.max(sumOf(value, otherwise), 0), MAX_CENTS / 100);
}
