import { Button, Group, Paper, Title } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import classes from './section.module.css';

type Props = {
  title: string;
  /** Beside the title. */
  note?: ReactNode;
  /** Without one, the table is the picture. */
  chart?: ReactNode;
  /** Shown with the chart only on request. */
  hidesTable?: boolean;
  wide?: boolean;
  /** Nothing where there are no figures. */
  children: (titleId: string) => ReactNode;
};

/** A part of the dashboard: a chart, and its figures as a table. */
export function Section({ title, note, chart, hidesTable = false, wide = false, children }: Props) {
  const titleId = useId();
  const tableId = useId();
  const [shown, setShown] = useState(!hidesTable);
  return (
    <Paper
      withBorder
      component="section"
      aria-labelledby={titleId}
      className={classes.section}
      data-wide={wide || undefined}
    >
      <Group justify="space-between" gap={8} mb={8}>
        <Title order={2} size="h5" id={titleId}>
          {title}
        </Title>
        {note}
        {hidesTable && (
          <Button
            className={classes.toggle}
            variant="default"
            size="compact-sm"
            aria-expanded={shown}
            aria-controls={tableId}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Esconder a tabela' : 'Ver em tabela'}
          </Button>
        )}
      </Group>
      {chart && <div className={classes.chart}>{chart}</div>}
      {/* Focusable, so that the keyboard can scroll a table wider than the screen. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <div id={tableId} className={classes.figures} hidden={!shown} tabIndex={0}>
        {shown && children(titleId)}
      </div>
    </Paper>
  );
}
