import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { whole } from '../../counts.ts';

/** So many rows at once are drawn fast enough. */
const AT_A_TIME = 200;

/** The first rows of a list, and the button below them that shows more; nothing when all of them are there. */
export function useFirstRows<Row>(rows: readonly Row[] | null | undefined, atATime = AT_A_TIME) {
  const [most, setMost] = useState(atATime);
  const left = (rows?.length ?? 0) - most;
  const more = left > 0 && (
    <Group justify="center" p={8}>
      <Button variant="default" onClick={() => setMost(most + atATime)}>
        Mostrar mais ({whole(left)})
      </Button>
    </Group>
  );
  return { first: rows?.slice(0, most), more };
}
