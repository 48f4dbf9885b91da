import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import bar from './bar/bar.module.css';
import { LeaveButton } from './bar/leave-button.tsx';
import { SaveAsPdf } from './bar/save-as-pdf.tsx';
import { printWith } from './print.ts';
import classes from './print-page.module.css';

type Props = {
  /** The title of the tab, and the file name of a PDF. */
  title: string;
  /** Runs once, when the images are loaded; true opens the print dialog. */
  takePrintAtOnce?: () => boolean;
  /** The paper is still rendering. */
  unfinished?: boolean;
  /** Leads to the page before, of a paper that has no tab of its own. */
  onBack?: (() => void) | undefined;
  /** What this paper alone has in its bar. */
  tools?: ReactNode;
  /** Saves or shares the file of a paper that has one. Default: the browser prints it into a file. */
  file?: ReactNode;
  /** In place of the button Imprimir. */
  buttons?: ReactNode;
  children: ReactNode;
};

/** A paper on the screen, below the bar that every paper has: leave, save as PDF, print. It is not printed. */
export function PrintPage(props: Props) {
  const { title, takePrintAtOnce, unfinished = false, onBack, tools, buttons, children } = props;
  const { file = <SaveAsPdf disabled={unfinished} /> } = props;
  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    if (!takePrintAtOnce) return;
    let left = false;
    void imagesReady().then(() => {
      if (!left && takePrintAtOnce()) printWith();
    });
    return () => {
      left = true;
    };
  }, [takePrintAtOnce]);

  return (
    <div className={classes.desk}>
      <div className={bar.bar}>
        <LeaveButton onBack={onBack} />
        {tools}
        {file}
        {buttons ?? (
          <Button
            onClick={() => printWith()}
            loading={unfinished}
            leftSection={<IconPrinter size={18} aria-hidden />}
          >
            Imprimir
          </Button>
        )}
      </div>
      <main className={classes.papers}>{children}</main>
    </div>
  );
}

/** A missing logo must not block the paper. */
const IMAGES_PATIENCE_MS = 3_000;

function imagesReady(): Promise<unknown> {
  const patience = new Promise((resolve) => setTimeout(resolve, IMAGES_PATIENCE_MS));
  const images = [...document.images].map((image) => image.decode().catch(() => undefined));
  return Promise.race([Promise.all(images), patience]);
}
