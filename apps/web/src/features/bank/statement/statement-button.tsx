import { Button } from '@mantine/core';
import { useState } from 'react';
import { Modal } from '../../../ui/modal.tsx';
import { FileStep } from '../../imports/file-step.tsx';
import { type ChosenFile, SPREADSHEETS } from '../../imports/sheet/read-file.ts';
import { StatementPreview } from './statement-preview.tsx';

const STATEMENTS = {
  ends: ['.ofx', ...SPREADSHEETS.ends],
  words: 'o extrato do banco, .ofx, .csv ou .xlsx',
};
const HINT =
  'Do extrato ficam só as entradas de Pix e de cartões, e os Pix que saíram: dia, hora, valor, identificador e o tipo do histórico. O nome e o CPF de quem pagou ou recebeu não são guardados.';

/** Reads a statement of the bank. */
export function StatementButton() {
  const [opened, setOpened] = useState(false);
  const [file, setFile] = useState<ChosenFile>();
  const [isSaving, setSaving] = useState(false);
  const close = () => {
    if (isSaving) return;
    setOpened(false);
    setFile(undefined);
  };
  return (
    <>
      <Button onClick={() => setOpened(true)} aria-haspopup="dialog">
        Ler extrato
      </Button>
      {opened && (
        <Modal
          opened
          onClose={close}
          title="Ler extrato do banco"
          size={file ? '60rem' : 'lg'}
          closeOnClickOutside={!file}
        >
          {file ? (
            <StatementPreview
              key={file.sheet.tabs?.shown}
              chosen={file}
              onSaving={setSaving}
              onFile={setFile}
              onClose={close}
            />
          ) : (
            <FileStep
              hint={HINT}
              kinds={STATEMENTS}
              next="Antes de guardar você vê o que foi entendido."
              onRead={setFile}
            />
          )}
        </Modal>
      )}
    </>
  );
}
