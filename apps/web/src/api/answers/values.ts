import { MAX_CENTS } from '@balcao/domain/money.ts';

/**
 * Reads values of a response that another server may have made: what is missing or has another type becomes
 * what is nearest to it, since one odd value must not stop a page.
 */

/** The items of a list; none for anything else. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** '' for null, missing, and what is no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
}

/** The number, also of a text like "150.50"; `otherwise` for anything else. */
export function numberOf(value: unknown, otherwise = 0): number {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : otherwise;
}

/** Whether the text `true` or the number 1 was meant, as some servers write it. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === 'true';
}

/** A sum in whole centavos, in reais; it may be below zero. */
export function sumOf(value: unknown, otherwise = 0): number {
  return Math.round(numberOf(value, otherwise) * 100) / 100;
}

/** An amount in reais, from 0 to the largest. */
export function amountOf(value: unknown, otherwise = 0): number {
  return Math.min(Math.max(sumOf(value, otherwise), 0), MAX_CENTS / 100);
}
