import { formatCents } from '@balcao/domain/money.ts';
import { useEffect, useRef } from 'react';
import { draftTotals, type SaleDraft } from '../sale/sale-draft.ts';

/** So long after the last change the figures are said, not at each key. */
const AT_REST_MS = 800;

/** TOTAL GERAL and TROCO are read-only fields, which tell nobody by themselves that they have changed. */
export function FiguresSaid({ draft }: { draft: SaleDraft }) {
  const { totalGeneral, change } = draftTotals(draft);
  const words = [
    totalGeneral > 0 && `Total geral: ${formatCents(totalGeneral)}`,
    change > 0 && `Troco: ${formatCents(change)}`,
  ];
  const text = words.filter(Boolean).join('. ');
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Without React: a render at some later moment would be counted as the cost of what is done then.
    const timer = setTimeout(() => said.current?.replaceChildren(text), AT_REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <p ref={said} role="status" className="visually-hidden" />;
}
