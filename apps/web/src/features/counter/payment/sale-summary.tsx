import { formatCents } from '@balcao/domain/money.ts';
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { counted, whole } from '../../../ui/counts.ts';
import { Say } from '../../../ui/messages/say.tsx';
import { useCounter } from '../sale/counter-context.ts';
import { nameDoubt, saleName } from '../sale/person.ts';
import { sumItems, totalsOf } from '../sale/sale-item.ts';
import classes from './sale-summary.module.css';

const DOT = <span className={classes.dot}> · </span>;

/** Who buys what, to be compared with the person at the counter while paying: the list of the order is blurred then. */
export function SaleSummary() {
  const { client, student, items, exchange } = useCounter((state) => state.draft);
  const { quantity } = sumItems(items);
  const [open, setOpen] = useState(false);
  const list = useId();
  const Chevron = open ? IconChevronUp : IconChevronDown;
  const pupil = exchange
    ? exchange.sale.student_name
    : student.digits && (saleName(student) || `matrícula ${student.digits}`);
  const [ofClient, ofStudent] = exchange ? [] : [nameDoubt(client), nameDoubt(student)];
  const doubts = [ofClient && `Cliente ${ofClient}`, ofStudent && `Aluno ${ofStudent}`];
  const of = exchange && `Troca da venda nº ${exchange.sale.id}`;
  const before = [pupil && `Aluno: ${pupil}`, of].filter(Boolean);
  const doubt = doubts.filter(Boolean).join(' · ');
  return (
    <>
      <p className={classes.client}>{exchange?.sale.client_name ?? saleName(client)}</p>
      {doubt && <Say rank="look" text={doubt} />}
      <p className={classes.details}>
        {before.map((part, index) => (
          <span key={part}>
            {index > 0 && DOT}
            {part}
          </span>
        ))}
        <span>
          {before.length > 0 && DOT}
          <UnstyledButton
            className={classes.fold}
            aria-expanded={open}
            aria-controls={open ? list : undefined}
            disabled={items.length === 0}
            onClick={() => setOpen(!open)}
          >
            {counted(quantity, 'item', 'itens')}{' '}
            <Chevron size={14} style={{ verticalAlign: -2 }} aria-hidden />
          </UnstyledButton>
        </span>
      </p>
      {open && (
        // Keys scroll what has the focus.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <ul id={list} className={`money ${classes.items}`} aria-label="Itens da venda" tabIndex={0}>
          {items.map((item) => (
            <li key={item.product.id}>
              <span>
                {whole(item.quantity)} × {item.product.name}
              </span>
              <b>{formatCents(totalsOf(item).total)}</b>
              {item.quantity !== 1 && <small>{formatCents(item.product.price)} cada</small>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
