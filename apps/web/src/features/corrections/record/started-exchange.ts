import type { SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { useNavigate } from '@tanstack/react-router';
import { useContext } from 'react';
import { paths } from '../../../navigation/paths.ts';
import { fieldsOf } from '../../../storage/stored-json.ts';
import {
  readUnsaved,
  removeUnsaved,
  storeUnsaved,
  UserIdContext,
} from '../../../storage/unsaved-input.ts';
import type { ReturnedUnits } from './returned-units.ts';

/** An exchange whose return is chosen; its new sale is made at the counter. */
export type StartedExchange = {
  readonly sale: SaleToCorrect;
  readonly items: readonly ReturnedUnits[];
  readonly reason: string;
  readonly worth: Cents;
};

const STORED_AS = 'started-exchange';

/** Leads to the counter with what comes back; it waits there until the counter takes it. */
export function useStartExchange(): (exchange: StartedExchange) => void {
  const user = useContext(UserIdContext);
  const navigate = useNavigate();
  return (exchange) => {
    storeUnsaved(user, STORED_AS, exchange);
    void navigate({ to: paths.counter });
  };
}

export const removeStartedExchange = (user: number) => removeUnsaved(user, STORED_AS);

export function readStartedExchange(user: number): StartedExchange | undefined {
  return readUnsaved(user, STORED_AS, (value) => (isStartedExchange(value) ? value : undefined));
}

export function isStartedExchange(value: unknown): value is StartedExchange {
  const { sale, items, worth } = fieldsOf<StartedExchange>(value);
  const numbers = [sale?.id, worth].every(Number.isSafeInteger);
  return numbers && [items, sale?.items, sale?.payments, sale?.corrections].every(Array.isArray);
}
