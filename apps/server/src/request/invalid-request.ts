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

/** Texts by keyword of JSON Schema, because those of the validator are English. */
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

/** The client chooses the names of unknown fields; a response repeats only their beginning. */
const LONGEST_NAME = 60;

/**
 * The refusal for the first broken rule of a schema. It names the field but never repeats the value, which
 * may be a password or a CPF.
 */
export function invalidRequest(context: string, broken: FastifySchemaValidationError): Refusal {
  const { missingProperty, additionalProperty } = broken.params;
  const own = missingProperty ?? additionalProperty;
  const path = [context, ...broken.instancePath.split('/'), String(own ?? '')].filter(Boolean);
  const field = path.map((name) => name.slice(0, LONGEST_NAME)).join('/');
  // In the contract only `name` uses `not`.
  if (broken.keyword === 'not') return new Refusal('unfit_text', { field });
  const reason = REASONS[broken.keyword]?.(broken.params) ?? 'não é um dos valores aceitos';
  const general = refusals.invalid_request.detail.replace(/\.$/, '');
  return new Refusal('invalid_request', { field, detail: `${general}: ${field} ${reason}.` });
}
