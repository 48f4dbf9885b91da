import { Button, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { SalesFilterForm } from './sales-filter.tsx';
import { SalesList } from './sales-list.tsx';
import classes from './sales-page.module.css';
import { useSalesFilter } from './use-sales-filter.ts';

export function SalesPage() {
  const headingId = useId();
  const filter = useSalesFilter();
  const [asked, setAsked] = useState(false);
  const startRef = useRef<HTMLInputElement>(null);
  const endRef = useRef<HTMLInputElement>(null);
  const missing = asked && filter.missingDate;

  const report = () => {
    setAsked(true);
    if (!filter.missingDate) filter.openReport();
    else (filter.missingDate === 'startDate' ? startRef : endRef).current?.focus();
  };

  return (
    <>
      <div className={classes.top}>
        <Title order={1} size="h3" id={headingId} tabIndex={-1} flex={1}>
          VENDAS
        </Title>
        {missing && (
          <p role="alert" className={classes.missing}>
            <IconAlertCircle size={18} aria-hidden />
            Selecione um período para gerar o relatorio
          </p>
        )}
        <Button onClick={report}>Gerar relatorio</Button>
      </div>
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
