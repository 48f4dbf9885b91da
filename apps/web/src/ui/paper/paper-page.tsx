import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import bar from './bar/bar.module.css';
import { type PaperSetting, type PaperSize, usePaperSize } from './paper-size.ts';
import { printWith } from './print.ts';
import classes from './print-page.module.css';
import { PrintPage } from './print-page.tsx';
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
  /** Leads to the page before, of a paper that has no tab of its own. */
  onBack?: (() => void) | undefined;
  tools?: ReactNode;
  file?: ReactNode;
  /** A sheet of its own; on a roll, below the first, to be cut off. */
  second?: ReactNode;
  children: ReactNode;
};

/** A paper for a sheet or a roll, as the device's setting says. The content is the same on each. */
export function PaperPage({ title, onBack, tools, file, second, children }: Props) {
  const { setting, size, choose, remember } = usePaperSize();
  const asks = setting === 'ask';
  return (
    <PrintPage
      title={title}
      onBack={onBack}
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
      {...(asks && { buttons: <PaperQuestion onAnswer={(on) => printWith(() => choose(on))} /> })}
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

const MM_OF_PX = 25.4 / 96;

type RollProps = { width: '80' | '58'; children: ReactNode };

/** A piece of a roll of this many millimetres, as long as its content: the printer cuts there. */
function Roll({ width, children }: RollProps) {
  const roll = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    if (!roll.current) return;
    roll.current.style.removeProperty('--roll-height');
    const height = Math.ceil(roll.current.getBoundingClientRect().height * MM_OF_PX);
    roll.current.style.setProperty('--roll-height', `${height}mm`);
    // The content security policy allows no style element of ours.
    const page = new CSSStyleSheet();
    page.replaceSync(`@page { size: ${width}mm ${height}mm; margin: 0 }`);
    document.adoptedStyleSheets.push(page);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== page);
    };
  });

  return (
    <article ref={roll} className={classes.roll} data-roll={width} data-light>
      {children}
    </article>
  );
}

const LARGEST_PT = 13;
const SMALLEST_PT = 5;
const STEP_PT = 0.25;
/** Below this, a smaller head and smaller margins leave more of the page to the text. */
const CROWDED_PT = 9;
/** For a text that fits one sheet at no size: it takes several sheets and stays readable. */
const OVERLONG_PT = 10;

/** One A4 sheet: its text shrinks until it fits, measured at the size of the paper even on a phone. */
function Sheet({ children }: { children: ReactNode }) {
  const sheet = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (sheet.current && content.current) fitToPaper(sheet.current, content.current);
  });

  return (
    <article ref={sheet} className={classes.sheet} data-light>
      <div ref={content} className={classes.content}>
        {children}
      </div>
    </article>
  );
}

function fitToPaper(sheet: HTMLElement, content: HTMLElement): void {
  sheet.dataset.fit = 'measuring';
  for (const crowded of [false, true]) {
    sheet.toggleAttribute('data-crowded', crowded);
    const smallest = crowded ? SMALLEST_PT : CROWDED_PT;
    for (let size = LARGEST_PT; size >= smallest; size -= STEP_PT) {
      sheet.style.setProperty('--sheet-text', `${size}pt`);
      if (content.scrollHeight > content.clientHeight) continue;
      sheet.dataset.fit = 'one';
      return;
    }
  }
  sheet.style.setProperty('--sheet-text', `${OVERLONG_PT}pt`);
  sheet.dataset.fit = 'many';
}
