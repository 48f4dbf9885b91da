import { centsFromReais, formatCents } from '@balcao/domain/money.ts';
import { Button, Group, Text } from '@mantine/core';
import { paths } from '../../../navigation/paths.ts';
import { Say } from '../../../ui/messages/say.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { PrintPageLink } from '../../../ui/paper/tab/print-page-link.tsx';
import { goingBackWords } from '../../corrections/record/given-back.ts';
import { useCounter, useDispatch } from '../sale/counter-context.ts';
import { EMPTIED } from '../sale/counter-state.ts';
import { SALE_MADE } from './finish-notes.ts';
import classes from './sale-made.module.css';

/** Says that the order was recorded before it was changed, or by a copy of this tab. */
export function EarlierSaleDialog() {
  const dispatch = useDispatch();
  const earlier = useCounter((state) => state.earlier);
  // A closed Modal would still render at every key press on the page.
  if (!earlier) return null;
  const { sale, copied } = earlier;
  // The order on the screen is another sale.
  const onKeep = () => dispatch({ type: 'earlier-read' });
  // Safe is what neither sells twice nor loses what was typed.
  const look = (safe: boolean) =>
    safe ? { color: 'green', 'data-autofocus': true } : { variant: 'default' };
  return (
    <Modal
      opened
      onClose={onKeep}
      title="Atenção!"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      returnFocus={false}
    >
      <Say rank="refusal" place="page">
        A venda nº {sale.id}, de <strong>{sale.client_data.name}</strong>, total{' '}
        <strong>{formatCents(centsFromReais(sale.total_general))}</strong>, já estava registrada
        {copied ? '' : ', como foi enviada antes da alteração'}. O que está na tela{' '}
        <strong>não foi registrado{copied && ' de novo'}</strong>.
      </Say>
      <Text mt="xs">
        <PrintPageLink to={paths.receipt}>Abrir recibo da venda registrada</PrintPageLink>
      </Text>
      <Text mt="xs">
        {copied
          ? 'Para vender o mesmo outra vez, continue com o pedido e finalize.'
          : 'Se o que está na tela for outra venda, remova o que já foi vendido e finalize.'}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button {...look(copied)} onClick={() => dispatch(EMPTIED, 'cpf')}>
          Começar outra venda
        </Button>
        <Button {...look(!copied)} onClick={onKeep}>
          Continuar com o pedido
        </Button>
      </Group>
    </Modal>
  );
}

/**
 * The success message, over the next sale, which takes all keys and clicks meanwhile. The element is there
 * from the start: screen readers announce only what changes in it.
 */
export function SaleMade() {
  const sale = useCounter(({ made }) => made);
  const back = sale?.exchange && goingBackWords(sale.exchange);
  return (
    <Say rank="fact" place="page" className={sale ? classes.made : undefined}>
      {sale && (
        <>
          <Text c="green" size="lg" fw={600}>
            {SALE_MADE}
          </Text>
          {/* The field TROCO shows the next sale by now. */}
          <Text className={classes.change}>
            {back ? (
              <strong style={{ fontSize: '2rem', whiteSpace: 'normal' }}>{back}</strong>
            ) : sale.troco > 0 ? (
              <>
                Troco: <strong>{formatCents(centsFromReais(sale.troco))}</strong>
              </>
            ) : (
              'Sem troco'
            )}
          </Text>
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[sale.id > 0 && `Venda nº ${sale.id}`, sale.client_data.name]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </>
      )}
    </Say>
  );
}
