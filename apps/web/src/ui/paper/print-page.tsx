import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import classes from './print-page.module.css';

type Props = {
  /** The title of the tab, and the file name of a PDF. */
  title: string;
  /** Runs once, when the images are loaded; true opens the print dialog. */
  takePrintAtOnce?: () => boolean;
  /** The paper is still rendering. */
  unfinished?: boolean;
  /** Shown beside the button, not on the paper. */
  tools?: ReactNode;
  /** In place of the button Imprimir. */
  buttons?: ReactNode;
  children: ReactNode;
};

/** A paper on the screen, with a button that prints it. */
export function PrintPage(props: Props) {
  const { title, takePrintAtOnce, unfinished = false, tools, buttons, children } = props;
  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    if (!takePrintAtOnce) return;
    let left = false;
    void imagesReady().then(() => {
      if (!left && takePrintAtOnce()) window.print();
    });
    return () => {
      left = true;
    };
  }, [takePrintAtOnce]);

  return (
    <div className={classes.desk}>
      <div className={classes.tools}>
        {tools}
        {buttons ?? (
          <Button
            onClick={() => window.print()}
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
