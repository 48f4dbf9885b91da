import { type Cents, formatCents, ZERO } from '@balcao/domain/money.ts';
import { useWindowEvent } from '@mantine/hooks';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { whole } from '../../../ui/counts.ts';
import { QrCode } from '../../../ui/paper/barcode/qr-code.tsx';
import { SchoolLogo } from '../../../ui/paper/school-logo.tsx';
import { useInstitution } from '../../institution/use-institution.ts';
import {
  type BetweenCounters,
  counterOfAddress,
  type FromCounter,
  type FromWindow,
  openChannel,
  windowOf,
} from './channel.ts';
import classes from './client-screen.module.css';
import { type ClientItem, type ClientView, IDLE } from './client-view.ts';

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
  const names = useInstitution()?.institutions.flatMap(({ name }) => name || []);
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
  const { missing = ZERO, change = ZERO, back = ZERO } = payment ?? {};
  const others: readonly SumProps[] = [
    { label: 'CRÉDITO DA TROCA', value: credit, tone: 'quiet' },
    pix
      ? { label: 'PIX', value: pix.amount, tone: 'due' }
      : { label: 'FALTAM', value: missing, tone: 'due' },
    { label: 'TROCO', value: change, tone: 'change' },
    { label: 'A DEVOLVER', value: back, tone: 'change' },
  ];
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
        {others.map((sum) => sum.value > 0 && <Sum key={sum.label} {...sum} />)}
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

/** A counter may have lost its window: both may have slept, or the browser was restored. */
const ASK_EVERY_MS = 5_000;
/** A counter that says nothing for so long has crashed. */
const QUIET_MS = 12_000;
/** A counter that reloads is back by then. */
const GONE_MS = 2_000;
/** How long "Obrigado" stays, if nobody else is served. */
const THANKS_MS = 10_000;

/** What the counter of this window's address says; idle without one. */
function useShownView(): ClientView {
  const [view, setView] = useState<ClientView>(IDLE);
  useEffect(() => {
    const counter = counterOfAddress();
    if (counter === null) return;
    const channel = openChannel(counter);
    const say = (message: FromWindow) => channel.postMessage(message);
    let shown = IDLE;
    let thanked = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout>;
    const show = (next: ClientView) => {
      if (next.kind === 'thanks' && shown.kind !== 'thanks') thanked = Date.now();
      shown = next;
      setView(next);
    };
    const idleIn = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => show(IDLE), ms);
    };
    channel.onmessage = ({ data }: MessageEvent<FromCounter | BetweenCounters>) => {
      if (data === 'here') return say('ask');
      const thanksFor = shown.kind === 'thanks' ? thanked + THANKS_MS - Date.now() : 0;
      if (data === 'gone') return idleIn(Math.max(GONE_MS, thanksFor));
      if (typeof data === 'string') return;
      // The counter is empty for the next client while this one still reads.
      if (data.kind === 'idle' && thanksFor > 0) return idleIn(thanksFor);
      show(data);
      idleIn(QUIET_MS);
    };
    const ask = () => say('ask');
    const leave = () => say('bye');
    ask();
    const asking = setInterval(ask, ASK_EVERY_MS);
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(asking);
      clearTimeout(timer);
      window.removeEventListener('pagehide', leave);
      leave();
      channel.close();
    };
  }, []);
  return view;
}
