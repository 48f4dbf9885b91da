import { Button, Group, Loader, NativeSelect, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { counted } from '../../ui/counts.ts';
import { Say } from '../../ui/messages/say.tsx';
import { type ChosenFile, readFile } from './sheet/read-file.ts';

type Props = {
  chosen: ChosenFile;
  /** Without its headings. */
  rows: number;
  isSaving: boolean;
  /** Another tab of the file; undefined chooses another file. */
  onFile: (chosen: ChosenFile | undefined) => void;
};

/** Which file a preview is of. */
export function FileHead({ chosen: { file, sheet }, rows, isSaving, onFile }: Props) {
  const [reading, setReading] = useState<AbortController>();
  const [failed, setFailed] = useState<string>();
  useEffect(() => () => reading?.abort(), [reading]);
  const readTab = async (tab: string) => {
    const stop = new AbortController();
    setFailed(undefined);
    setReading(stop);
    try {
      // Its kind was checked when it was chosen.
      const other = await readFile({ file, tab }, { ends: [''], words: '' }, stop.signal);
      onFile({ file, sheet: other });
    } catch (error) {
      if (stop.signal.aborted) return;
      setReading(undefined);
      setFailed((error as Error).message);
    }
  };
  return (
    <>
      <Group justify="space-between" gap="6px 16px">
        <Text inherit>
          <b>{file.name}</b> · {counted(rows, 'linha', 'linhas')} · {sheet.format}
        </Text>
        <Group gap="6px 12px">
          {reading && <Loader size="sm" aria-label="Lendo" />}
          {sheet.tabs && (
            <NativeSelect
              aria-label="Aba da planilha"
              size="xs"
              value={sheet.tabs.shown}
              disabled={isSaving || reading !== undefined}
              data={sheet.tabs.names.map((name) => ({ value: name, label: `Aba ${name}` }))}
              onChange={({ currentTarget: { value } }) => void readTab(value)}
            />
          )}
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onFile(undefined)}
            disabled={isSaving}
          >
            Outro arquivo
          </Button>
        </Group>
      </Group>
      {failed && (
        <Say rank="refusal" place="field" lines={1}>
          {failed}
        </Say>
      )}
    </>
  );
}
