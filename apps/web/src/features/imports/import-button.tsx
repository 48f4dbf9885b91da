import { Button } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { Modal } from '../../ui/modal.tsx';
import { FileStep } from './file-step.tsx';
import { PastImports } from './past-imports.tsx';
import { PreviewStep } from './preview-step.tsx';
import type { ChosenFile } from './sheet/read-file.ts';
import { type Given, type Target, type TargetName, targets } from './targets.ts';

type Props = {
  what: TargetName;
  /** The keys of the lists that an import changes. */
  queryKey: QueryKey;
  given?: Given;
};

/** Imports a file into the list of a page. */
export function ImportButton(props: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)} aria-haspopup="dialog">
        Importar
      </Button>
      {opened && <ImportDialog {...props} onClose={() => setOpened(false)} />}
    </>
  );
}

function ImportDialog({ what, queryKey, given, onClose }: Props & { onClose: () => void }) {
  const target: Target = targets[what];
  const [isSaving, setSaving] = useState(false);
  const [file, setFile] = useState<ChosenFile>();
  return (
    <Modal
      opened
      onClose={() => !isSaving && onClose()}
      title={target.title}
      size={file ? '76rem' : 'lg'}
      closeOnClickOutside={!file}
    >
      {file ? (
        <PreviewStep
          key={file.sheet.tabs?.shown}
          target={target}
          queryKey={queryKey}
          given={given}
          file={file}
          isSaving={isSaving}
          onSaving={setSaving}
          onFile={setFile}
          onClose={onClose}
        />
      ) : (
        <>
          <FileStep
            hint={target.hint}
            template={target.template}
            next="Antes de gravar você vê, linha por linha, o que muda."
            onRead={setFile}
          />
          {what !== 'deliveries' && <PastImports what={what} queryKey={queryKey} />}
        </>
      )}
    </Modal>
  );
}
