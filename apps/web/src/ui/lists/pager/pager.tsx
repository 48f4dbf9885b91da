import { PAGE_SIZES } from '@balcao/contract/fields/list-limits.ts';
import { Group, NativeSelect, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { whole } from '../../counts.ts';
import { firstIn } from '../../fields/focus.ts';
import classes from './pager.module.css';

type Props = {
  page: number;
  pageSize: number;
  /** Like `count` undefined while unknown; the pager then keeps its space. */
  totalPages: number | undefined;
  count: number | undefined;
  onPage: (page: number) => void;
  onPageSize: (pageSize: number) => void;
};

export function Pager({ page, pageSize, totalPages, count, onPage, onPageSize }: Props) {
  const last = Math.max(totalPages ?? 1, 1);
  const first = count ? Math.min((page - 1) * pageSize + 1, count) : 0;

  return (
    <div
      className={`${classes.pager} money`}
      style={{ visibility: count === undefined ? 'hidden' : undefined }}
    >
      <Group gap={6} wrap="nowrap" c="dimmed">
        Mostrando {whole(first)} até{' '}
        <NativeSelect
          size="xs"
          aria-label="Resultados por página"
          w="4.5rem"
          data={PAGE_SIZES.map(String)}
          value={String(pageSize)}
          onChange={(event) => onPageSize(Number(event.currentTarget.value))}
        />{' '}
        de {whole(count ?? 0)} resultados
      </Group>
      <Group component="nav" aria-label="Paginação" gap={4} wrap="nowrap">
        <Step to={page - 1} enabled={page > 1} onPage={onPage}>
          <IconChevronLeft size={16} aria-hidden />
          Anterior
        </Step>
        <span aria-current="page" className={classes.current}>
          {whole(page)}
        </span>
        {page < last && (
          <>
            {page < last - 1 && <span className={classes.ellipsis}>…</span>}
            <UnstyledButton
              className={classes.step}
              onClick={(event) => {
                // The step removes this button; the focus stays among the pages.
                firstIn(event.currentTarget.parentElement, 'button')?.focus();
                onPage(last);
              }}
            >
              {whole(last)}
            </UnstyledButton>
          </>
        )}
        <Step to={page + 1} enabled={page < last} onPage={onPage}>
          Próxima
          <IconChevronRight size={16} aria-hidden />
        </Step>
      </Group>
    </div>
  );
}

type StepProps = {
  to: number;
  enabled: boolean;
  onPage: (page: number) => void;
  children: React.ReactNode;
};

/** Never `disabled`: that would take the focus from the user who pressed it last. */
function Step({ to, enabled, onPage, children }: StepProps) {
  return (
    <UnstyledButton
      className={classes.step}
      aria-disabled={!enabled || undefined}
      onClick={() => enabled && onPage(to)}
    >
      {children}
    </UnstyledButton>
  );
}
