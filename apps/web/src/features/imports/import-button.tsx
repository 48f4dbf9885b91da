import { Button } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { ImportDialog } from './import-dialog.tsx';
import type { TargetName } from './targets.ts';

type Props = {
  what: TargetName;
  /** The keys of the lists that an import changes. */
  queryKey: QueryKey;
};

/** Imports a file into the list of a page. */
export function ImportButton({ what, queryKey }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)} aria-haspopup="dialog">
        Importar
      </Button>
      {opened && <ImportDialog what={what} queryKey={queryKey} onClose={() => setOpened(false)} />}
    </>
  );
}
