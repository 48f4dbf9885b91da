import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import bar from './bar/bar.module.css';
import { type PaperSetting, type PaperSize, usePaperSize } from './paper-size.ts';
import classes from './print-page.module.css';
import { PrintPage } from './print-page.tsx';
import { Roll } from './roll.tsx';
import { Sheet } from './sheet.tsx';
import { takePrintAtOnce } from './tab/print-tab.ts';

const NAMES: readonly [PaperSize, string][] = [
  ['a4', 'A4'],
  ['80', '80 mm'],
  ['58', '58 mm'],
];
const SETTINGS: readonly [PaperSetting, string][] = [
  ['a4', 'Papel A4'],
  ['80', 'Rolo de 80 mm'],
  ['58', 'Rolo de 58 mm'],
  ['ask', 'Perguntar'],
];

type Props = {
  title: string;
  tools?: ReactNode;
  file?: ReactNode;
  /** A sheet of its own; on a roll, below the first, to be cut off. */
  second?: ReactNode;
  children: ReactNode;
};

/** A paper for a sheet or a roll, as the device's setting says. The content is the same on each. */
export function PaperPage({ title, tools, file, second, children }: Props) {
  const { setting, size, choose, remember } = usePaperSize();
  const asks = setting === 'ask';
  const print = (on: PaperSize) => {
    // The page has to have its new size before it is printed.
    flushSync(() => choose(on));
    window.print();
  };
  return (
    <PrintPage
      title={title}
      file={file}
      // The question takes the place of printing at once.
      {...(!asks && { takePrintAtOnce })}
      tools={
        <>
          <select
            className={bar.size}
            aria-label="Papel deste aparelho"
            value={setting}
            onChange={(event) => remember(event.currentTarget.value)}
          >
            {SETTINGS.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          {tools}
        </>
      }
      {...(asks && { buttons: <PaperQuestion onAnswer={print} /> })}
    >
      {size === 'a4' ? (
        <>
          <Sheet>{children}</Sheet>
          {second && <Sheet>{second}</Sheet>}
        </>
      ) : (
        <Roll width={size}>
          {children}
          {second && <hr className={classes.cut} />}
          {second}
        </Roll>
      )}
    </PrintPage>
  );
}

/** Has the focus when the page would have printed automatically. */
function PaperQuestion({ onAnswer }: { onAnswer: (size: PaperSize) => void }) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takePrintAtOnce()) first.current?.focus();
  }, []);
  return (
    <Group gap={8} justify="center" role="group" aria-label="Imprimir em">
      <Text size="sm" fw={600}>
        Imprimir em
      </Text>
      {NAMES.map(([size, name], index) => (
        <Button
          key={size}
          variant="light"
          {...(index === 0 && { ref: first })}
          onClick={() => onAnswer(size)}
        >
          {name}
        </Button>
      ))}
    </Group>
  );
}
