import { Skeleton } from '@mantine/core';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { useCode } from '../../../ui/use-code.ts';
import type { BarsProps } from './bars.tsx';

/** The library of the charts is larger than the page, which doesn't wait for it. */
export function LazyBars(props: BarsProps) {
  const code = useCode('bars', () => import('./bars.tsx'));
  if (code.data) {
    return (
      // The table says the same to who can't see it.
      <div aria-hidden>
        <code.data.Bars {...props} />
      </div>
    );
  }
  if (code.isPending) return <Skeleton height={props.height} />;
  return <LoadNotice query={code} failed="O gráfico não pôde ser carregado." />;
}
