import { Button } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useCode } from '../../api/use-code.ts';
import { LoadNotice } from '../../ui/messages/load-notice.tsx';
import type { ImportDialog } from './import-dialog.tsx';
import type { TargetName } from './targets.ts';

type Props = {
  what: TargetName;
  /** Of the lists that an import changes. */
  queryKey: QueryKey;
  /** The page's file of parts that are loaded late: one more file would weigh on the login. */
  load: () => Promise<{ ImportDialog: typeof ImportDialog }>;
};

/** Imports a file into the list of a page. Its code is loaded with its first use. */
export function ImportButton({ what, queryKey, load }: Props) {
  const [opened, setOpened] = useState(false);
  const code = useCode(`import ${what}`, load, opened);
  return (
    <>
      <LoadNotice query={code} failed="Não foi possível abrir." />
      <Button
        variant="default"
        loading={opened && code.isFetching}
        onClick={() => setOpened(true)}
        aria-haspopup="dialog"
      >
        Importar
      </Button>
      {opened && code.data && (
        <code.data.ImportDialog what={what} queryKey={queryKey} onClose={() => setOpened(false)} />
      )}
    </>
  );
}
