import type { PlannedPrice } from '@balcao/contract/products/price-changes.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Text } from '@mantine/core';
import { productsIn } from '../../../ui/counts.ts';
import { useFirstRows } from '../../../ui/lists/pager/use-first-rows.tsx';
import { OBSTACLES, prices, tally } from './price-words.ts';
import classes from './prices.module.css';

/** Old and new prices, those first that can have no new one. */
export function PricePreviewTable({
  planned,
  missing,
}: {
  planned: readonly PlannedPrice[];
  /** Products that were picked and are gone. */
  missing: number;
}) {
  const { rises, falls, stays, cannot } = tally(planned);
  const sorted = [...planned].sort(
    (one, other) => Number(one.new_price !== null) - Number(other.new_price !== null),
  );
  const { first, more } = useFirstRows(sorted, 100);
  return (
    <>
      <Text inherit role="status" className="money">
        <b>{prices(rises)}</b> {rises === 1 ? 'sobe' : 'sobem'}, <b>{falls}</b>{' '}
        {falls === 1 ? 'desce' : 'descem'}, <b>{stays}</b> {stays === 1 ? 'fica' : 'ficam'} como{' '}
        {stays === 1 ? 'está' : 'estão'}
        {cannot > 0 && (
          <>
            , <b>{cannot}</b> {cannot === 1 ? 'não pode' : 'não podem'} mudar
          </>
        )}
        .
        {missing > 0 &&
          ` ${productsIn(missing)} da seleção já não ${missing === 1 ? 'existe' : 'existem'}.`}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
      <section className={classes.scrolls} aria-label="Preços novos" tabIndex={0}>
        <table className={classes.table} aria-label="Preços novos">
          <thead>
            <tr>
              <th scope="col">Produto</th>
              <th scope="col">De</th>
              <th scope="col">Para</th>
            </tr>
          </thead>
          <tbody>
            {first?.map((product) => (
              <tr key={product.id}>
                <td>
                  {product.name} <span className={classes.code}>{product.code}</span>
                  {product.obstacle && (
                    <p className={classes.cannot}>{OBSTACLES[product.obstacle]}</p>
                  )}
                </td>
                <td>{formatReais(product.price)}</td>
                <td>
                  <NewPrice {...product} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {more}
      </section>
    </>
  );
}

function NewPrice({ price, new_price }: PlannedPrice) {
  if (new_price === null || new_price === price) return <span className={classes.stays}>fica</span>;
  return (
    <b>
      <span aria-hidden>{new_price > price ? '▲ ' : '▼ '}</span>
      {formatReais(new_price)}
    </b>
  );
}
