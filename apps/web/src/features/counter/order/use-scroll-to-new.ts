import { type RefObject, useEffect, useRef } from 'react';

/** The row that was just added comes into view, wherever the order by name has put it. */
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
      // Laid out at once: its height would be an estimate until it is in sight.
      row.style.contentVisibility = 'visible';
      row.scrollIntoView({ block: 'nearest' });
      row.style.contentVisibility = '';
    }
  }, [ids, body]);
}
