import { useMutation } from '@tanstack/react-query';
import { Say } from '../../messages/say.tsx';
import { Modal } from '../../modal.tsx';
import type { PrintPath } from './print-tab.ts';
import { usePaper } from './use-paper.tsx';

type ReprintOptions = {
  path: PrintPath;
  label: string;
  /** Returns what the paper shows; the server records that it is printed again. */
  reprint: (id: number) => Promise<unknown>;
  failureText: (error: Error) => string;
};

/** Prints a paper again, as “2ª via”. Render `dialogs`: a link for a blocked window, or the failure. */
export function useReprint({ path, label, reprint, failureText }: ReprintOptions) {
  const paper = usePaper(path, label);
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: reprint,
    onSuccess: (data) => paper.open(data, { printAtOnce: true }),
    meta: { failure: 'The paper could not be printed again' },
  });
  return {
    /** Prints the first paper of something that was just made. */
    print: (data: unknown) => paper.open(data, { printAtOnce: true }),
    reprint: (id: number) => {
      if (!isPending) mutate(id);
    },
    isReprinting: (id: number) => isPending && variables === id,
    dialogs: (
      <>
        {paper.blocked}
        <Modal opened={error !== null} onClose={reset} title={label}>
          <Say rank="refusal" place="page">
            {error && failureText(error)}
          </Say>
        </Modal>
      </>
    ),
  };
}
