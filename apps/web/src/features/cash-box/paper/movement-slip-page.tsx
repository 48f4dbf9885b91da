import type { Movement } from '@balcao/contract/cash-boxes.ts';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { useState } from 'react';
import { NothingToPrint } from '../../../ui/paper/nothing-to-print.tsx';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import { PaperPage } from '../../../ui/paper/paper-page.tsx';
import { readStoredForPrinting } from '../../../ui/paper/print-tab.ts';
import { Letterhead } from '../../institution/letterhead.tsx';
import { MOVEMENT_WORDS } from '../box-words.ts';
import classes from './paper-lines.module.css';
import { SignedBy } from './paper-lines.tsx';

const OTHER_HAND: Record<Movement['kind'], string> = {
  supply: 'Quem entregou o dinheiro',
  withdrawal: 'Quem recebeu o dinheiro',
};

/** The slip of the movement that was stored for this tab, to be signed by both hands. */
export function MovementSlipPage() {
  const [movement] = useState(storedMovement);
  if (!movement) {
    return (
      <NothingToPrint title="Nenhum comprovante para mostrar">
        O comprovante abre quando um suprimento ou uma sangria é registrada no PDV.
      </NothingToPrint>
    );
  }
  const { id, box, kind, amount, reason, created_at, seller_name, approved_by } = movement;
  const facts = [
    ['Caixa', `nº ${box}`],
    ['Motivo', reason],
    ['Registrado por', seller_name],
    ...(approved_by ? [['Autorizado por', approved_by]] : []),
  ];
  return (
    <Letterhead>
      {(institution) => (
        <PaperPage title={`${MOVEMENT_WORDS[kind]} ${id}`}>
          <PaperHead institution={institution} title={MOVEMENT_WORDS[kind].toUpperCase()}>
            Nº {id} · {formatMoment(new Date(created_at))}
          </PaperHead>
          <p className={classes.amount}>{formatReais(amount)}</p>
          <dl className={classes.facts}>
            {facts.map(([what, value]) => (
              <div key={what}>
                <dt>{what}:</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <SignedBy of={[seller_name, OTHER_HAND[kind]]} />
        </PaperPage>
      )}
    </Letterhead>
  );
}

/** The browser's storage may hold anything: a sale, another paper. */
function storedMovement(): Movement | undefined {
  const stored = readStoredForPrinting<Movement>();
  const known = stored.kind !== undefined && stored.kind in MOVEMENT_WORDS;
  return known && typeof stored.amount === 'number' && stored.box
    ? (stored as Movement)
    : undefined;
}
