import type { Movement } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Signatures } from '../../../ui/paper/paper-foot.tsx';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import { PaperPage } from '../../../ui/paper/paper-page.tsx';
import { type Fact, Facts, Total } from '../../../ui/paper/paper-table.tsx';
import { StoredPaper } from '../../institution/letterhead.tsx';
import { MOVEMENT_WORDS } from '../box-words.ts';

const OTHER_HAND: Record<Movement['kind'], string> = {
  supply: 'Quem entregou o dinheiro',
  withdrawal: 'Quem recebeu o dinheiro',
};
const NO_SLIP = [
  'Nenhum comprovante para mostrar',
  'O comprovante abre quando um suprimento ou uma sangria é registrada no PDV.',
] as const;

/** The slip of the movement that was stored for this tab, to be signed by both hands. */
export function MovementSlipPage() {
  return (
    <StoredPaper read={movementOf} nothing={NO_SLIP}>
      {(movement, institution) => {
        const { id, kind, amount, created_at, seller_name } = movement;
        return (
          <PaperPage title={`${MOVEMENT_WORDS[kind]} ${id}`}>
            <PaperHead institution={institution} title={MOVEMENT_WORDS[kind].toUpperCase()}>
              Nº {id} · {formatMoment(new Date(created_at))}
            </PaperHead>
            <Facts of={factsOf(movement)} />
            <Total of={['Valor', formatReais(amount)]} />
            <Signatures of={[seller_name, OTHER_HAND[kind]]} />
          </PaperPage>
        );
      }}
    </StoredPaper>
  );
}

const factsOf = ({ box, reason, seller_name, approved_by }: Movement): Fact[] => [
  ['Caixa:', `nº ${box}`],
  ['Motivo:', reason],
  ['Registrado por:', seller_name],
  ...(approved_by ? [['Autorizado por:', approved_by] as const] : []),
];

function movementOf(stored: Partial<Movement>): Movement | undefined {
  const known = stored.kind !== undefined && stored.kind in MOVEMENT_WORDS;
  return known && typeof stored.amount === 'number' && stored.box
    ? (stored as Movement)
    : undefined;
}
