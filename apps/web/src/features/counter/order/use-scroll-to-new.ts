import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls a new row into view, wherever the sorting has put it. */
export function useScrollToNew(
  ids: readonly number[],
  body: RefObject<HTMLTableSectionElement | null>,
) {
  const before = useRef(ids);
  useEffect(() => {
    const known = new Set(before.current);
    const added = ids.findIndex((id) => !known.has(id));
    before.current = ids;
    if (added >= 0 && ids.length === known.size + 1) {
      const row = body.current?.children[added] as HTMLElement;
      // Until the row is in sight its height would be an estimate.
      row.style.contentVisibility = 'visible';
      row.scrollIntoView({ block: 'nearest' });
      row.style.contentVisibility = '';
    }
  }, [ids, body]);
}
