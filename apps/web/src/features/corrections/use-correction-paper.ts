import { paths } from '../../navigation/paths.ts';
import { useReprint } from '../../ui/paper/use-reprint.tsx';
import { reprintCorrection } from './record/corrections.queries.ts';

/** The paper of a correction: printed when it is made, and again as “2ª via”. */
export const useCorrectionPaper = () =>
  useReprint({
    path: paths.correction,
    label: 'Comprovante',
    reprint: reprintCorrection,
    failureText: () => 'A 2ª via não pôde ser impressa. Tente de novo.',
  });
