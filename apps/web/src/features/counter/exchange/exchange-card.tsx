import { formatCents } from '@balcao/domain/money.ts';
import { Button, Group, Text } from '@mantine/core';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { worthOfItem } from '../../corrections/record/returned-units.ts';
import { GroupCard } from '../parts/counter-step.tsx';
import { useCounter, useDispatch } from '../sale/counter-context.ts';
import type { Exchange } from '../sale/sale-draft.ts';
import classes from './exchange-card.module.css';

/** In the place of client and student, who are those of the earlier sale: what comes back, and its worth. */
export function ExchangeCard({ exchange }: { exchange: Exchange }) {
  const dispatch = useDispatch();
  const { sale, items, worth } = exchange;
  return (
    <GroupCard title={`TROCA · VENDA Nº ${sale.id}`}>
      <Group gap="4px 16px" align="flex-start">
        <div className={classes.people}>
          <Text fw={600}>{sale.client_name}</Text>
          <Text size="sm" c="dimmed">
            {sale.student_name && `Aluno: ${sale.student_name}`}
          </Text>
        </div>
        <ul className={`money ${classes.items}`} aria-label="O que volta">
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
        <p className={`money ${classes.credit}`}>
          <span>Crédito</span>
          <strong>{formatCents(worth)}</strong>
        </p>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => dispatch({ type: 'exchange-dropped' }, 'cpf')}
        >
          Desistir da troca
        </Button>
      </Group>
    </GroupCard>
  );
}

/** An exchange was started while the counter holds an order. */
export function WaitingExchange({ onPark }: { onPark: () => void }) {
  const dispatch = useDispatch();
  const sale = useCounter(({ waiting }) => waiting?.sale.id);
  const parkable = useCounter(({ draft, sent }) => !draft.exchange && sent.length === 0);
  if (sale === undefined) return null;
  return (
    <ConfirmDialog
      opened
      {...(parkable && { onConfirm: onPark })}
      confirmLabel="Deixar em espera"
      onCancel={() => dispatch({ type: 'waiting-dropped' })}
      onClose={() => {}}
      returnFocus={false}
    >
      <Text>
        {parkable
          ? `Há um pedido no balcão. Para começar a troca da venda nº ${sale}, ele fica em espera.`
          : `O balcão está com outra troca ou com uma venda por terminar. Termine-a, e comece a troca da venda nº ${sale} de novo.`}
      </Text>
    </ConfirmDialog>
  );
}
