import { formatCents, ZERO } from '@balcao/domain/money.ts';
import { useEffect, useRef } from 'react';
import { toGiveBack } from '../sale/exchange.ts';
import { changeQuestion } from '../sale/sale-checks.ts';
import { draftTotals, paymentRows, type SaleDraft } from '../sale/sale-draft.ts';

/** The figures are announced this long after the last change, not at every key press. */
const AT_REST_MS = 800;

/**
 * Announces TOTAL GERAL, TROCO and the question about the change: screen readers ignore changes of a
 * read-only field.
 */
export function AnnouncedFigures({ draft }: { draft: SaleDraft }) {
  const { totalGeneral, change } = draftTotals(draft);
  const back = draft.exchange ? toGiveBack(draft.exchange, totalGeneral) : ZERO;
  const words = [
    totalGeneral > 0 && `Total geral: ${formatCents(totalGeneral)}`,
    change > 0 && `Troco: ${formatCents(change)}`,
    back > 0 && `A devolver: ${formatCents(back)}`,
    changeQuestion(paymentRows(draft), change),
  ];
  const text = words.filter(Boolean).join('. ');
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Without React, because a late render would count as the cost of another action.
    const timer = setTimeout(() => status.current?.replaceChildren(text), AT_REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <p ref={status} role="status" className="visually-hidden" />;
}
