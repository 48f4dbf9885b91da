import { Alert, Button, Group, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { SalesFilterForm } from './sales-filter.tsx';
import { SalesList } from './sales-list.tsx';
import { useSalesFilter } from './use-sales-filter.ts';

export function SalesPage() {
  const headingId = useId();
  const filter = useSalesFilter();
  const [dateMissing, setDateMissing] = useState(false);
  const startRef = useRef<HTMLInputElement>(null);
  const endRef = useRef<HTMLInputElement>(null);

  const report = () => {
    const missing = filter.openReport();
    setDateMissing(missing !== undefined);
    if (missing) (missing === 'startDate' ? startRef : endRef).current?.focus();
  };

  return (
    <>
      <Group justify="space-between">
        <Title order={1} size="h3" id={headingId} tabIndex={-1} style={{ outline: 'none' }}>
          VENDAS
        </Title>
        <Button onClick={report}>Gerar relatorio</Button>
      </Group>
      {dateMissing && (
        <Alert
          role="alert"
          color="red"
          mt="sm"
          withCloseButton
          closeButtonLabel="Fechar"
          onClose={() => setDateMissing(false)}
          icon={<IconAlertCircle size={20} aria-hidden />}
        >
          Selecione um período para gerar o relatorio
        </Alert>
      )}
      <SalesFilterForm filter={filter} startRef={startRef} endRef={endRef} />
      <SalesList
        labelledBy={headingId}
        filter={filter.applied}
        onShowAll={() =>
          void filter.apply({ search: '', startDate: '', endDate: '', products: [] })
        }
      />
    </>
  );
}
