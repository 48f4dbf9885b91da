import type { ListedMonth, Moved } from '@balcao/contract/cash-boxes/months.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { formatDay, formatMoment } from '@balcao/domain/dates/business-day.ts';
import { isMonth, monthInWords } from '@balcao/domain/month/month.ts';
import { Group } from '@mantine/core';
import { IconClock, IconLock, IconLockOpen } from '@tabler/icons-react';

/** 'Outubro de 2026' */
export function monthTitle(month: string): string {
  const words = isMonth(month) ? monthInWords(month) : month;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const moment = (at: string) => formatMoment(new Date(at));

export const day = (text: string) => formatDay(text as BusinessDay);

export function MonthState({ month: { ended, closing } }: { month: ListedMonth }) {
  const Icon = closing ? IconLock : ended ? IconLockOpen : IconClock;
  return (
    <Group component="span" gap={6} fw={600} {...(closing && { c: 'green' })}>
      <Icon size={16} aria-hidden />
      {closing ? 'Fechado' : ended ? 'Aberto' : 'Em andamento'}
    </Group>
  );
}

export const MOVED: Record<Moved['kind'], (number: number) => string> = {
  sale: (number) => `Venda nº ${number}, com data deste mês`,
  deletion: (number) => `Venda nº ${number} excluída`,
  refund: (number) => `Devolução da venda nº ${number}`,
  exchange: (number) => `Troca da venda nº ${number}`,
  payments: (number) => `Correção de pagamento da venda nº ${number}`,
  box: (number) => `Caixa nº ${number} fechado`,
};
