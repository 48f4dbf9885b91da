import { refusals } from '@balcao/contract/refusal.ts';
import type { FastifySchemaValidationError } from 'fastify';
import { Refusal } from './refusal.ts';

const TYPES: Record<string, string> = {
  string: 'um texto',
  number: 'um número',
  integer: 'um número inteiro',
  boolean: 'verdadeiro ou falso',
  object: 'um objeto',
  array: 'uma lista',
  null: 'nulo',
};

/** What each keyword of a schema says when it is not kept; the validator's own words are English. */
const REASONS: Record<string, (params: Record<string, unknown>) => string> = {
  type: ({ type }) => `precisa ser ${TYPES[String(type)] ?? 'de outro tipo'}`,
  required: () => 'está faltando',
  additionalProperties: () => 'não é um campo conhecido',
  minimum: ({ limit }) => `precisa ser no mínimo ${limit}`,
  maximum: ({ limit }) => `precisa ser no máximo ${limit}`,
  multipleOf: () => 'tem casas decimais demais',
  minLength: () => 'é curto demais',
  maxLength: ({ limit }) => `passa de ${limit} caracteres`,
  minItems: () => 'tem itens de menos',
  maxItems: ({ limit }) => `passa de ${limit} itens`,
  pattern: () => 'não tem o formato esperado',
  format: () => 'não tem o formato esperado',
};

/** Names of fields are the sender's own; an answer repeats no more of one than helps to find it. */
const LONGEST_NAME = 60;

/**
 * What the first broken rule of a schema is, and where. The value itself stays out of the answer: it may
 * be a password or a CPF.
 */
export function invalidRequest(context: string, broken: FastifySchemaValidationError): Refusal {
  const { missingProperty, additionalProperty } = broken.params;
  const own = missingProperty ?? additionalProperty;
  const path = [context, ...broken.instancePath.split('/'), String(own ?? '')].filter(Boolean);
  const field = path.map((name) => name.slice(0, LONGEST_NAME)).join('/');
  // Of the contract's schemas only names have a `not`: see `name` in its values.
  if (broken.keyword === 'not') return new Refusal('unfit_text', { field });
  const reason = REASONS[broken.keyword]?.(broken.params) ?? 'não é um dos valores aceitos';
  const general = refusals.invalid_request.detail.replace(/\.$/, '');
  return new Refusal('invalid_request', { field, detail: `${general}: ${field} ${reason}.` });
}
