import { Paper, Skeleton } from '@mantine/core';
import figures from './figures.module.css';
import section from './section.module.css';

/** A skeleton with the height of the part that comes. */
export function WaitingDashboard() {
  return (
    <>
      <div className={figures.figures}>
        {[1, 2, 3, 4].map((place) => (
          <Paper key={place} withBorder className={figures.figure}>
            <Skeleton height={12} width="40%" />
            <Skeleton height={24} width="70%" mt={14} />
          </Paper>
        ))}
      </div>
      {[310, 520, 521].map((height) => (
        <Paper
          key={height}
          withBorder
          className={section.section}
          data-wide={height < 400 || undefined}
        >
          <Skeleton height={14} width="30%" mb={16} />
          <Skeleton height={height - 60} />
        </Paper>
      ))}
    </>
  );
}
