// This file holds no schema, so the browser can load it.

/** The longest texts, in characters. */
export const MAX_LENGTH = {
  login: 200,
  password: 200,
  userName: 120,
  /** The name of a client or a student. */
  personName: 200,
  registration: 15,
  /** A student's class. */
  class: 40,
  productCode: 30,
  productName: 200,
  listName: 120,
  methodName: 60,
  /** The name of a company, a school, a unit. */
  institution: 120,
  city: 100,
  /** The reason of a correction, a movement or a difference. */
  reason: 200,
  /** Of a delivery: who sent it, and its invoice. */
  supplier: 120,
  document: 60,
  countName: 80,
  /** Of a line of the bank that is not the shop's: what it is. */
  bankWord: 60,
} as const;
