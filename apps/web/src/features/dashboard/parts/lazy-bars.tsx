import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { BarsProps } from './bars.tsx';

const Bars = lazy(() => import('./bars.tsx'));

/** The library of the charts is larger than the page, which doesn't wait for it. */
export function LazyBars(props: BarsProps) {
  return (
    <Suspense fallback={<Skeleton height={props.height} />}>
      <Bars {...props} />
    </Suspense>
  );
}
