import { formatCents } from '@balcao/domain/money.ts';
import { Button, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, memo, useId, useLayoutEffect, useRef, useState } from 'react';
import { counted, whole as wholeNumber } from '../../../ui/counts.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { Say, type Saying } from '../../../ui/messages/say.tsx';
import { pixQuery } from '../../institution/institution.queries.ts';
import { finishNote } from '../finish/sale-messages.tsx';
import { KeyHint } from '../keys/key-hint.tsx';
import { useCounter, useDispatch, whole } from '../sale/counter-context.ts';
import { EMPTIED, flagOf } from '../sale/counter-state.ts';
import { isStranger, nameDoubt, saleName } from '../sale/person.ts';
import { changeNote } from '../sale/sale-checks.ts';
import { sumItems, totalsOf } from '../sale/sale-item.ts';
import type { RefusedScan } from '../scans/use-scans.ts';
import { CounterStep, GroupCard } from '../step/counter-step.tsx';
import { Figure } from '../step/figure.tsx';
import { payment, useMethodNames, usePaying } from './payment.ts';
import classes from './payment-foot.module.css';
import { PaymentPanel } from './payment-panel.tsx';
import summary from './sale-summary.module.css';

type PaymentStepProps = {
  /** The product that has just been scanned. */
  scanned: RefusedScan | undefined;
  onFinish: () => void;
};

const SCAN_IGNORED =
  'Leitura ignorada: o pedido já foi fechado. Para incluir o item, volte com EDITAR PEDIDO.';
const GIVES_UP =
  'Não se sabe se esta venda foi registrada. Finalizar de novo não registra duas vezes. Se começar outra, esta sai do balcão, e um administrador vê na lista de vendas se foi registrada.';
const codeIgnored = (code: string) => `Leitura ignorada: nenhum produto tem o código ${code}.`;
const leftOutOf = (product: string) => `${product} não foi adicionado e ficou fora da venda.`;
const look = (text: string): Saying => ({ rank: 'look', text });

/** Step 2: payment, and the end of the sale. */
export function PaymentStep({ scanned, onFinish }: PaymentStepProps) {
  const dispatch = useDispatch();
  const state = useCounter(whole);
  const { rows, totals, locked } = useCounter(payment);
  const methods = useMethodNames();
  const { obstacle, entry, phase, made } = state;
  const sending = phase === 'sending' || phase === 'retrying';
  const resting = flagOf(state) === 0;
  const notCash = changeNote(rows, totals.change);
  const step = useRef<HTMLDivElement>(null);
  const [asks, { open: ask, close: stay }] = useDisclosure(false);
  // Before the first field takes the focus, which scrolls no further than to itself.
  useLayoutEffect(() => {
    const top = step.current?.getBoundingClientRect().top ?? 0;
    if (!resting && (top < 0 || top > window.innerHeight / 3)) step.current?.scrollIntoView();
  }, [resting]);
  const leftOut = !resting && entry.product ? look(leftOutOf(entry.product.name)) : undefined;
  const ignored = look(scanned?.unknown ? codeIgnored(scanned.unknown) : SCAN_IGNORED);
  const note = scanned && !resting ? ignored : (finishNote(state) ?? leftOut);

  return (
    <CounterStep number={2} resting={resting}>
      <GroupCard title="FINANCEIRO">
        <div ref={step} className={classes.step}>
          <div className={classes.body}>
            {/* A list that was opened is for one payment. */}
            <SaleSummary key={`${resting}`} />
            <PaymentPanel />
            <LoadNotice
              query={methods}
              empty={methods.data?.length === 0}
              failed="Não foi possível carregar as formas de pagamento."
              nothing="Nenhuma forma de pagamento. Um administrador cadastra em Ger. Met. Pagamento."
            />
            {/* Without the receiver's data there is no QR code, and no question about the bank. */}
            <LoadNotice
              query={useQuery(pixQuery)}
              failed="Não foi possível carregar os dados do Pix."
            />
          </div>
          <div className={classes.foot}>
            <PaymentSums />
            {notCash && (
              <Say rank="look" quiet>
                {notCash}
              </Say>
            )}
            <Say rank={note?.rank ?? 'fact'} role="status" large={note?.large}>
              {(scanned || !obstacle) && note?.text}
            </Say>
            {state.sent.length > 0 && !locked && (
              <Button size="compact-sm" variant="default" onClick={ask}>
                Começar outra venda
              </Button>
            )}
            <ConfirmDialog
              {...{ opened: asks, onClose: stay, careful: true }}
              confirmLabel="Começar outra venda"
              onConfirm={() => {
                stay();
                dispatch(EMPTIED, 'cpf');
              }}
              returnFocus={false}
            >
              {GIVES_UP}
            </ConfirmDialog>
            <Say rank="refusal">{!resting && obstacle?.message}</Say>
            <div className={classes.buttons}>
              <Button
                color="blue"
                variant="light"
                size="md"
                fz="sm"
                flex="1 0 auto"
                px="xs"
                aria-keyshortcuts="Shift+F8"
                onClick={() => dispatch({ type: 'order-reopened' })}
                disabled={locked}
              >
                EDITAR PEDIDO
              </Button>
              <KeyHint
                shows={locked ? undefined : 'F9'}
                on={resting ? 'button' : 'filled'}
                flex="100 1 10rem"
              >
                <Button
                  id="finish"
                  color="green"
                  // Of the two steps, one has the filled button.
                  variant={resting ? 'light' : 'filled'}
                  size="md"
                  fz="sm"
                  fullWidth
                  className={classes.finish}
                  aria-keyshortcuts="F9"
                  loading={sending}
                  disabled={made !== null}
                  onClick={onFinish}
                  // An Enter held down since the last amount must not press this too.
                  onKeyDown={(event) => event.repeat && event.preventDefault()}
                >
                  FINALIZAR VENDA
                </Button>
              </KeyHint>
            </div>
          </div>
        </div>
      </GroupCard>
    </CounterStep>
  );
}

/** What was paid, and large what the seller has to do with it: ask for the rest, or give something back. */
const PaymentSums = memo(function PaymentSums() {
  const { totals, missing, back, locked, payMissing } = usePaying();
  const { paid, change } = totals;
  const rest = formatCents(missing);
  const hero = missing === 0 && back === 0;
  return (
    <div className={`money ${classes.sums}`}>
      <Figure label="VALOR PAGO" value={paid} stacked />
      <div className={hero ? classes.hero : undefined}>
        <Figure
          label="TROCO"
          value={change}
          stacked
          {...(hero && { size: 'large', c: change > 0 ? 'green' : 'inherit' })}
        />
      </div>
      {back > 0 && (
        <div className={classes.hero}>
          <Figure label="A DEVOLVER" value={back} size="large" stacked c="green" />
        </div>
      )}
      {missing > 0 && (
        <KeyHint shows="+" className={`${classes.hero} ${classes.rest}`}>
          <UnstyledButton
            aria-keyshortcuts="+"
            className={classes.missing}
            onClick={payMissing}
            disabled={locked}
          >
            {/* One text: the sum alone is that of the specification's fields. */}
            <span
              className={classes.amount}
              style={{ '--figures': rest.length - 1 } as CSSProperties}
            >
              <small>Faltam</small> {rest}
            </span>
          </UnstyledButton>
        </KeyHint>
      )}
    </div>
  );
});

const DOT = <span className={summary.dot}> · </span>;

/** Who buys what, to be compared with the person at the counter while paying: the list of the order is blurred then. */
function SaleSummary() {
  const { client, student, items, exchange } = useCounter((state) => state.draft);
  const strange = useCounter(({ draft, family }) => isStranger(draft, family));
  const { quantity } = sumItems(items);
  const [open, setOpen] = useState(false);
  const list = useId();
  const Chevron = open ? IconChevronUp : IconChevronDown;
  const pupil = exchange
    ? exchange.sale.student_name
    : student.digits && (saleName(student) || `matrícula ${student.digits}`);
  const [ofClient, ofStudent] = exchange ? [] : [nameDoubt(client), nameDoubt(student)];
  const ofBoth = strange && !exchange && 'Este cliente nunca comprou para este aluno.';
  const doubts = [ofClient && `Cliente ${ofClient}`, ofStudent && `Aluno ${ofStudent}`, ofBoth];
  const of = exchange && `Troca da venda nº ${exchange.sale.id}`;
  const before = [pupil && `Aluno: ${pupil}`, of].filter(Boolean);
  const doubt = doubts.filter(Boolean).join(' · ');
  return (
    <>
      <p className={summary.client}>{exchange?.sale.client_name ?? saleName(client)}</p>
      {doubt && (
        <Say rank="look" quiet>
          {doubt}
        </Say>
      )}
      <p className={summary.details}>
        {before.map((part, index) => (
          <span key={part}>
            {index > 0 && DOT}
            {part}
          </span>
        ))}
        <span>
          {before.length > 0 && DOT}
          <UnstyledButton
            className={summary.fold}
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
        <ul id={list} className={`money ${summary.items}`} aria-label="Itens da venda" tabIndex={0}>
          {items.map((item) => (
            <li key={item.product.id}>
              <span>
                {wholeNumber(item.quantity)} × {item.product.name}
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
