import type { Correction, SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Button, Group, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { paths } from '../../navigation/paths.ts';
import { useReprint } from '../../ui/paper/tab/use-reprint.tsx';
import { nameOf, summaryOf } from './correction-words.ts';

/** The paper of a correction: printed when it is made, and again as “2ª via”. */
export const useCorrectionPaper = () =>
  useReprint({
    path: paths.correction,
    label: 'Comprovante',
    reprint: (id) => call('reprintCorrection', { params: { id } }),
    failureText: () => 'A 2ª via não pôde ser impressa. Tente de novo.',
  });

type Props = { sale: SaleToCorrect; paper: ReturnType<typeof useCorrectionPaper> };

/** What has put the sale right so far, with the paper of each. A seller prints only their own again. */
export function CorrectionList({ sale, paper }: Props) {
  const user = useSession()?.user;
  if (sale.corrections.length === 0) return null;
  const isOwn = ({ seller }: Correction) => user?.admin === true || seller === user?.id;
  return (
    <section aria-label="Devoluções e correções">
      <Text fw={600} mt="md">
        Devoluções e correções
      </Text>
      {sale.corrections.map((correction) => (
        <Group key={correction.id} wrap="nowrap" align="flex-start" gap="sm" mt="xs">
          <div style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            <Text fw={600} size="sm">
              {nameOf(correction)}
              {correction.total > 0 && ` · ${formatReais(correction.total)}`}
            </Text>
            <Text size="sm">{summaryOf(correction)}</Text>
            <Text size="sm" c="dimmed">
              {[
                formatMoment(new Date(correction.created_at)),
                correction.seller_name,
                correction.approved_by && `autorizada por ${correction.approved_by}`,
                correction.reason,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
          {isOwn(correction) && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              aria-label={`Imprimir 2ª via: ${nameOf(correction)}`}
              loading={paper.isReprinting(correction.id)}
              onClick={() => paper.reprint(correction.id)}
            >
              2ª via
            </Button>
          )}
        </Group>
      ))}
    </section>
  );
}
