import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { whole } from '../../ui/counts.ts';
import { Say } from '../../ui/messages/say.tsx';
import { saveFile } from '../../ui/save-file.ts';
import classes from './imports.module.css';
import { type ChosenFile, type Kinds, readFile, SPREADSHEETS } from './sheet/read-file.ts';
import type { Target } from './targets.ts';

type Props = {
  hint: string;
  /** By default spreadsheets with headings. */
  kinds?: Kinds;
  /** What comes after it. */
  next: string;
  /** A file to begin with. */
  template?: Target['template'];
  onRead: (chosen: ChosenFile) => void;
};

/** Chooses or drops a file, and reads it. */
export function FileStep({ hint, kinds = SPREADSHEETS, next, template, onRead }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState<{ name: string; rows: number; stop: AbortController }>();
  const [failed, setFailed] = useState<string>();
  const stop = reading?.stop;
  useEffect(() => () => stop?.abort(), [stop]);

  const read = async (file: File | undefined) => {
    if (!file) return;
    const stop = new AbortController();
    const { name } = file;
    setFailed(undefined);
    setReading({ name, rows: 0, stop });
    try {
      const sheet = await readFile({ file }, kinds, stop.signal, (rows) =>
        setReading({ name, rows, stop }),
      );
      onRead({ file, sheet });
    } catch (error) {
      if (stop.signal.aborted) return;
      setReading(undefined);
      setFailed(`${name}: ${(error as Error).message}`);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void read(event.dataTransfer.files[0]);
  };

  return (
    <Stack gap="md">
      <Text inherit>{hint}</Text>
      {/* The button is for people who cannot drag. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only takes what is dropped */}
      <div className={classes.drop} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {reading ? (
          <Group role="status" gap="xs" c="dimmed">
            <Loader size="sm" aria-hidden /> Lendo {reading.name}
            {reading.rows > 0 && <span aria-hidden>: {whole(reading.rows)} linhas</span>}
          </Group>
        ) : (
          <>
            <Button onClick={() => input.current?.click()} data-autofocus>
              Escolher arquivo
            </Button>
            <Text inherit c="dimmed">
              ou solte aqui {kinds.words}, com os títulos das colunas
            </Text>
          </>
        )}
        <input
          ref={input}
          className="visually-hidden"
          type="file"
          aria-label="Arquivo"
          tabIndex={-1}
          accept={kinds.ends.join(',')}
          onChange={(event) => {
            void read(event.currentTarget.files?.[0]);
            // The same file again, once it is corrected.
            event.currentTarget.value = '';
          }}
        />
      </div>
      {failed && (
        <Say rank="refusal" place="field">
          {failed}
        </Say>
      )}
      <Group justify="space-between" gap="xs">
        <Text inherit c="dimmed">
          {next}
        </Text>
        {template && (
          <Button variant="default" onClick={() => saveTemplate(template)}>
            Baixar modelo
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** It begins with a byte order mark, without which Excel takes the text for Windows-1252. */
function saveTemplate({ name, rows }: Target['template']): void {
  saveFile(new Blob([`\ufeff${rows.join('\r\n')}\r\n`], { type: 'text/csv' }), name);
}
