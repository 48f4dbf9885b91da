import { type Cents, formatCents } from '@balcao/domain/money.ts';
import { useWindowEvent } from '@mantine/hooks';
import { type CSSProperties, useEffect, useRef } from 'react';
import { whole } from '../../../ui/counts.ts';
import { QrCode } from '../../../ui/paper/barcode/qr-code.tsx';
import { SchoolLogo } from '../../../ui/paper/school-logo.tsx';
import { useInstitution } from '../../institution/use-institution.ts';
import { counterOfAddress, windowOf } from './channel.ts';
import classes from './client-screen.module.css';
import type { ClientItem, ClientView } from './client-view.ts';
import { useShownView } from './use-shown-view.ts';

/** The second window of a counter, which the client reads from a step away. */
export function ClientScreenPage() {
  const view = useShownView();
  useEffect(() => {
    const counter = counterOfAddress();
    // A window that a script opens gets a copy of what its opener has stored, and this one needs nothing of it.
    if (counter !== null && window.name === windowOf(counter)) sessionStorage.clear();
  }, []);
  return (
    <main className={`money ${classes.screen}`} data-shows={view.kind}>
      <h1 className="visually-hidden">Tela do cliente</h1>
      {view.kind === 'idle' && <Logos />}
      {view.kind === 'thanks' && (
        <div className={classes.thanks}>
          <p role="status" className={classes.word}>
            Obrigado!
          </p>
          {view.change > 0 && <Sum label="TROCO" value={view.change} tone="change" />}
        </div>
      )}
      {view.kind === 'order' && <Order order={view} />}
    </main>
  );
}

function School() {
  const names = useInstitution()
    ?.institutions.map(({ name }) => name)
    .filter(Boolean);
  return <p className={classes.school}>{names?.join(' · ')}</p>;
}

function Logos() {
  const institution = useInstitution();
  return (
    <div className={classes.logos} data-light>
      {institution?.institutions.map((school, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the two never change places
        <SchoolLogo key={index} school={school} alt={school.name || 'Logotipo'} />
      ))}
    </div>
  );
}

function Order({ order }: { order: Extract<ClientView, { kind: 'order' }> }) {
  const { items, newest, total, credit, payment } = order;
  const pix = payment?.pix;
  return (
    <>
      <School />
      {pix ? (
        <div className={classes.pix}>
          <QrCode
            text={pix.text}
            size="var(--square)"
            label={`QR code do Pix de ${formatCents(pix.amount)}`}
          />
        </div>
      ) : (
        <Items items={items} newest={newest} />
      )}
      <div className={classes.sums}>
        <Sum label="TOTAL" value={total} tone={payment ? 'quiet' : 'due'} />
        {credit > 0 && <Sum label="CRÉDITO DA TROCA" value={credit} tone="quiet" />}
        {pix && <Sum label="PIX" value={pix.amount} tone="due" />}
        {payment && !pix && payment.missing > 0 && (
          <Sum label="FALTAM" value={payment.missing} tone="due" />
        )}
        {payment && payment.change > 0 && (
          <Sum label="TROCO" value={payment.change} tone="change" />
        )}
        {payment && payment.back > 0 && (
          <Sum label="A DEVOLVER" value={payment.back} tone="change" />
        )}
      </div>
    </>
  );
}

/** More items than this stand in two columns where the window is wide. */
const ONE_COLUMN = 8;

/** The items as they come; the newest is always in sight. */
function Items({ items, newest }: { items: readonly ClientItem[]; newest: number | null }) {
  // After a whole list has come, no line is the newest.
  const shown = newest ?? items.at(-1)?.id;
  const line = useRef<HTMLLIElement>(null);
  const show = () => {
    line.current?.scrollIntoView({ block: 'nearest' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest may have been counted again
  useEffect(show, [items, newest]);
  useWindowEvent('resize', show);
  const { length } = items;
  return (
    <ul
      className={classes.items}
      aria-label="Itens"
      data-many={length > ONE_COLUMN || undefined}
      style={{ '--lines': length, '--half': Math.ceil(length / 2) } as CSSProperties}
    >
      {items.map(({ id, name, quantity, total }) => (
        <li key={id} ref={id === shown ? line : undefined} data-newest={id === newest || undefined}>
          <span className={classes.quantity}>{whole(quantity)}</span>
          <span className={classes.name}>{name}</span>
          <span>{formatCents(total)}</span>
        </li>
      ))}
    </ul>
  );
}

type SumProps = { label: string; value: Cents; tone: 'due' | 'change' | 'quiet' };

function Sum({ label, value, tone }: SumProps) {
  return (
    <p className={classes.sum} data-tone={tone}>
      <span>{label}</span>
      <strong>{formatCents(value)}</strong>
    </p>
  );
}
