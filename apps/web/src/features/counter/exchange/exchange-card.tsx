import { formatCents } from '@balcao/domain/money.ts';
import { Button, Group, Text } from '@mantine/core';
import { type Dispatch, memo } from 'react';
import { flushSync } from 'react-dom';
import { worthOfItem } from '../../corrections/record/returned-units.ts';
import { focusField } from '../parts/counter-focus.ts';
import { GroupCard } from '../parts/group-card.tsx';
import type { CounterAction } from '../sale/counter-state.ts';
import type { Exchange } from '../sale/exchange.ts';
import classes from './exchange-card.module.css';

type ExchangeCardProps = { exchange: Exchange; dispatch: Dispatch<CounterAction> };

/** In the place of client and student, who are those of the earlier sale: what comes back, and its worth. */
export const ExchangeCard = memo(function ExchangeCard({ exchange, dispatch }: ExchangeCardProps) {
  const { sale, items, worth } = exchange;
  const drop = () => {
    flushSync(() => dispatch({ type: 'exchange-dropped' }));
    focusField('cpf');
  };
  return (
    <GroupCard title={`TROCA · VENDA Nº ${sale.id}`}>
      <Group gap="4px 16px" align="flex-start">
        <div className={classes.people}>
          <Text fw={600} className={classes.name}>
            {sale.client_name}
          </Text>
          <Text size="sm" c="dimmed" className={classes.name}>
            {sale.student_name && `Aluno: ${sale.student_name}`}
          </Text>
        </div>
        <ul className={classes.items} aria-label="O que volta">
          {sale.items.map((item) => {
            const units = items.find(({ line }) => line === item.line)?.quantity;
            return (
              units && (
                <li key={item.line}>
                  <span>
                    {units} × {item.product_info.name}
                  </span>
                  <span>{formatCents(worthOfItem(item, units))}</span>
                </li>
              )
            );
          })}
        </ul>
        <p className={classes.credit}>
          <span>Crédito</span>
          <strong>{formatCents(worth)}</strong>
        </p>
        <Button size="compact-sm" variant="default" onClick={drop}>
          Desistir da troca
        </Button>
      </Group>
    </GroupCard>
  );
});
