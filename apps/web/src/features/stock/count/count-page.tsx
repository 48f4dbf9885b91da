import type { WholeCount } from '@balcao/contract/stock/counts.ts';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { refusalCode } from '../../../api/errors.ts';
import { useSession } from '../../../api/session.ts';
import { paths } from '../../../navigation/paths.ts';
import { counted, productsIn, sum } from '../../../ui/counts.ts';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { Say } from '../../../ui/messages/say.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { useProductIndex } from '../../products/search/product-index.ts';
import { countQuery, stockQuery } from '../stock.queries.ts';
import { piecesOf } from '../stock-rows.ts';
import { CountRows } from './count-rows.tsx';
import { countState } from './counts-page.tsx';
import { EndCount } from './end-count.tsx';
import { Reading } from './reading.tsx';
import { useReads } from './use-reads.ts';

/** Others count too. */
const REFETCH_MS = 15_000;

/** A count: who counts reads here, and an administrator looks at the differences and applies them. */
export function CountPage() {
  const id = Number((useParams({ strict: false }) as { id?: string }).id);
  const query = useQuery({
    ...countQuery(id),
    refetchInterval: ({ state }) => (state.data?.ended ? false : REFETCH_MS),
  });
  const count = query.data;
  const missing = refusalCode(query.error) === 'not_found';
  return (
    <Screen
      title={count?.name ?? 'CONTAGEM'}
      back={{ to: paths.counts, label: 'Todas as contagens' }}
      help="contar-o-estoque"
      about="Contar o estoque"
    >
      {count && <Content key={count.id} count={count} listedAt={query.dataUpdatedAt} />}
      {query.isPending && <Skeleton height={200} mt="lg" />}
      {!count && (
        <LoadNotice
          query={query}
          failed={missing ? 'Esta contagem não existe.' : 'A contagem não pôde ser carregada.'}
        />
      )}
    </Screen>
  );
}

/** `listedAt`: when the list came. */
function Content({ count, listedAt }: { count: WholeCount; listedAt: number }) {
  const isAdmin = useSession()?.user.admin === true;
  const queries = useQueryClient();
  const [shown, setShown] = useState(false);
  const [answered, setAnswered] = useState({ at: 0, totals: new Map<number, number>() });
  const stock = useQuery({ ...stockQuery(true), enabled: !count.ended });
  const products = useMemo(() => {
    const scope = count.products && new Set(count.products);
    return stock.data?.products.filter(({ id }) => !scope || scope.has(id));
  }, [stock.data, count.products]);
  const index = useProductIndex(products);
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: countQuery(count.id).queryKey });
  };
  const reads = useReads(count.id, (totals) => {
    setAnswered(({ totals: before }) => ({
      at: Date.now(),
      totals: new Map([...before, ...totals]),
    }));
    refresh();
  });
  const ofProduct = useMemo(
    () => new Map(count.rows.map((row) => [row.product, row])),
    [count.rows],
  );
  // The list that each answer asks for again knows it, and what others have read or undone.
  const isNewer = answered.at > listedAt;
  const countedOf = (product: number) =>
    ((isNewer ? answered.totals.get(product) : undefined) ?? ofProduct.get(product)?.counted ?? 0) +
    sum(reads.waiting.filter((read) => read.product === product).map(({ quantity }) => quantity));
  const differences = isAdmin && (shown || count.ended !== null);

  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        <Text span inherit fw={600} c="var(--mantine-color-text)">
          {countState(count)}
        </Text>{' '}
        · {formatMoment(new Date(count.begun_at))}, {count.begun_by} ·{' '}
        {count.products ? `só ${productsIn(count.products.length)}` : 'todos os produtos'}
      </Text>
      {!count.ended && !shown && (
        <Reading
          index={index}
          reads={reads}
          countedOf={countedOf}
          expectedOf={(product) =>
            count.blind ? undefined : (ofProduct.get(product)?.expected ?? undefined)
          }
        />
      )}
      <Waiting
        reads={reads}
        nameOf={(product) => index?.ofId.get(product)?.name ?? `nº ${product}`}
      />
      <Group justify="space-between" my="sm">
        <Text role="status" aria-label="Contadas até agora">
          {piecesOf(count.counted, count.pieces)}
        </Text>
        {isAdmin && !count.ended && (
          <Group gap={8}>
            <Button
              variant="default"
              onClick={() => {
                setShown(!shown);
                refresh();
              }}
            >
              {shown ? 'Voltar a contar' : 'Ver diferenças'}
            </Button>
            {shown && <EndCount count={count} canApply={reads.waiting.length === 0} />}
          </Group>
        )}
      </Group>
      <CountRows count={count} differences={differences} />
    </>
  );
}

type WaitingProps = { reads: ReturnType<typeof useReads>; nameOf: (product: number) => string };

/** What the server does not have yet, and what it does not take. */
function Waiting({ reads, nameOf }: WaitingProps) {
  const { waiting, refused, isLate, halted } = reads;
  return (
    <>
      {isLate && waiting.length > 0 && (
        <Say rank="look" mt="xs">
          Sem conexão: {counted(waiting.length, 'leitura guardada', 'leituras guardadas')} neste
          aparelho. Continue contando; vão sozinhas quando a conexão voltar.
        </Say>
      )}
      {halted !== undefined && waiting.length > 0 && (
        <NotTaken ends="Mandar de novo" onEnd={reads.sendAgain}>
          {halted} {counted(waiting.length, 'leitura guardada', 'leituras guardadas')} neste
          aparelho.
        </NotTaken>
      )}
      {refused.length > 0 && (
        <NotTaken ends="Dispensar" onEnd={reads.forgetRefused}>
          Não entrou:{' '}
          {refused
            .map(({ read, why }) => `${read.quantity} × ${nameOf(read.product)}. ${why}`)
            .join(' ')}
        </NotTaken>
      )}
    </>
  );
}

type NotTakenProps = { children: ReactNode; ends: string; onEnd: () => void };

function NotTaken({ children, ends, onEnd }: NotTakenProps) {
  const end = (
    <Button size="compact-sm" variant="default" onClick={onEnd}>
      {ends}
    </Button>
  );
  return (
    <Say rank="refusal" mt="xs" action={end}>
      {children}
    </Say>
  );
}
