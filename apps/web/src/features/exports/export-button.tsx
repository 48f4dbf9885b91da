import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCode } from '../../api/use-code.ts';
import { LoadNotice } from '../../ui/messages/load-notice.tsx';
import type { ExportProps } from './export-props.ts';

/** Exports the list of a page. Its code is loaded with its first use. */
export function ExportButton(props: ExportProps) {
  const [wanted, setWanted] = useState(false);
  const code = useCode('export-menu', () => import('./export-menu.tsx'), wanted);
  if (code.data) return <code.data.ExportMenu {...props} />;
  return (
    <>
      <LoadNotice query={code} failed="Não foi possível abrir." />
      <Button variant="default" loading={code.isFetching} onClick={() => setWanted(true)}>
        Exportar
      </Button>
    </>
  );
}
