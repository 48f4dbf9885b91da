/*
 * Screens need no checks of their own, because call() returns only what the contract says. Another server may know
 * the specification alone: its calls are read leniently (answers/specified.ts), and a call of ours has to have one
 * field that it promises (answers/promised.ts). The contract's schemas would weigh more than the page, and they refuse
 * oddities that the specification wants shown.
 */
import type { RouteName } from '@balcao/contract/api/routes.ts';
import { fieldsOf } from '../storage/stored-json.ts';
import { promised } from './answers/promised.ts';
import { specified } from './answers/specified.ts';
import { ApiUnusable } from './errors.ts';

/**
 * The response of a call as the contract has it. Responses of the specification's calls are read leniently, with
 * at least the specification's fields; an answer of ours that lacks what it promises throws ApiUnusable.
 */
export function answerOf(name: RouteName, body: unknown): unknown {
  if (name in specified) return specified[name as keyof typeof specified](body);
  const what = promised[name as keyof typeof promised];
  if (!isKept(what, body)) throw new ApiUnusable(`The answer of ${name} has no ${what}`, 200);
  return body;
}

function isKept(what: (typeof promised)[keyof typeof promised], body: unknown): boolean {
  if (what === 'anything') return true;
  if (what === 'list') return Array.isArray(body);
  if (what === 'nothing') return body === null;
  // The reader of the file has taken the body.
  if (what === 'file') return body === undefined;
  return fieldsOf(body)[what] !== undefined;
}
