import type { ExportRequest } from '@balcao/contract/exports.ts';
import { Button, Group, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Fragment, useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { counted } from '../../ui/counts.ts';
import { Say } from '../../ui/messages/say.tsx';
import { saveFile } from '../../ui/save-file.ts';

const FORMATS = [
  { format: 'xlsx', label: 'Excel (XLSX)' },
  { format: 'csv', label: 'CSV' },
] as const;

/** So large that a file has few pieces, and so small that none weighs on the page. */
const PIECE_BYTES = 1 << 20;

type Props = {
  lists: readonly { list: ExportRequest['list']; label: string }[];
  /** What the file holds; '' filters nothing. */
  filter: Omit<ExportRequest, 'list' | 'format' | 'kind'> & { kind?: ExportRequest['kind'] | '' };
  /** Runs when a file is asked for. */
  onExport?: () => void;
};

type State =
  | { is: 'running'; bytes: number; stop: AbortController }
  | { is: 'done'; text: string }
  | { is: 'failed'; text: string };

/** Exports the list of a page. */
export function ExportButton({ lists, filter, onExport }: Props) {
  const [state, setState] = useState<State>();
  const [opened, setOpened] = useState(false);
  const running = state?.is === 'running' ? state : undefined;
  const stop = running?.stop;
  // Who leaves the page leaves the export.
  useEffect(() => () => stop?.abort(), [stop]);

  const run = async (list: ExportRequest['list'], format: ExportRequest['format']) => {
    const stop = new AbortController();
    setOpened(false);
    onExport?.();
    setState({ is: 'running', bytes: 0, stop });
    try {
      const { name, rows } = await download(
        { ...given(filter), list, format },
        stop.signal,
        (bytes) => setState({ is: 'running', bytes, stop }),
      );
      setState({
        is: 'done',
        text: `${name}: ${counted(rows, 'linha', 'linhas')}`,
      });
    } catch (error) {
      if (stop.signal.aborted) return setState({ is: 'done', text: 'Exportação cancelada.' });
      console.error('The list could not be exported', error);
      setState({ is: 'failed', text: 'Não foi possível exportar. Tente de novo.' });
    }
  };

  return (
    <Group gap="6px 12px" justify="flex-end">
      {state && (
        <Say rank={state.is === 'failed' ? 'refusal' : 'fact'} place="field" className="money">
          {state.is === 'running' ? 'Exportando' : state.text}
          {/* Not announced at each step. */}
          {running && <span aria-hidden>… {megabytes(running.bytes)} MB</span>}
        </Say>
      )}
      {/* One button, so that the focus stays on it. */}
      <Menu
        opened={opened && !running}
        onChange={(next) => (running ? running.stop.abort() : setOpened(next))}
        position="bottom-end"
        width={232}
        withInitialFocusPlaceholder={false}
        transitionProps={{ duration: 0 }}
      >
        <Menu.Target>
          <Button
            variant="default"
            rightSection={!running && <IconChevronDown size={16} aria-hidden />}
          >
            {running ? 'Cancelar' : 'Exportar'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {lists.map(({ list, label }) => (
            <Fragment key={list}>
              <Menu.Label>{label}</Menu.Label>
              {FORMATS.map(({ format, label: name }) => (
                <Menu.Item
                  key={format}
                  aria-label={`${label}: ${name}`}
                  onClick={() => void run(list, format)}
                >
                  {name}
                </Menu.Item>
              ))}
            </Fragment>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

const megabytes = (bytes: number) =>
  (bytes / 1e6).toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Without the fields that filter nothing. */
function given(filter: Props['filter']): Omit<ExportRequest, 'list' | 'format'> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}

/**
 * Saves an exported list once it is complete. The browser gets it piece by piece as it comes,
 * which keeps it outside the page's memory, on disk if it is large. Returns the file's name and its rows.
 */
async function download(
  body: ExportRequest,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<{ name: string; rows: number }> {
  let saved = { name: '', rows: 0 };
  const readFile = async ({ headers, body: bytes }: Response) => {
    const pieces: Blob[] = [];
    let piece: BlobPart[] = [];
    let [size, all] = [0, 0];
    const reader = (bytes as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (value) {
        piece.push(value);
        size += value.byteLength;
        all += value.byteLength;
        onProgress(all);
      }
      if (size < PIECE_BYTES && !done) continue;
      pieces.push(new Blob(piece));
      [piece, size] = [[], 0];
      if (done) break;
    }
    saved = { name: nameIn(headers), rows: Number(headers.get('Export-Rows')) };
    saveFile(new Blob(pieces, { type: headers.get('Content-Type') ?? '' }), saved.name);
  };
  await call('exportList', { body, signal, readFile });
  return saved;
}

function nameIn(headers: Headers): string {
  const [, name = 'lista'] =
    /filename\*=UTF-8''([^;]+)/.exec(headers.get('Content-Disposition') ?? '') ?? [];
  return decodeURIComponent(name);
}
