import { catalogue } from './catalogue/catalogue.ts';
import type { SampleProduct, Section } from './catalogue/sample-product.ts';
import type { SampleStudent } from './people.ts';
import type { Random } from './random.ts';

export type BasketLine = { product: SampleProduct; quantity: number };

type Buyer = 'copying' | 'pens' | 'office' | 'dressing' | 'reading' | 'material' | 'gear';

/** Lines of the largest sale in this shop. */
const LARGEST_BASKET = 8;

const onSale = catalogue.filter((product) => product.active);

/** The items of one sale. Without a student it has no uniforms and no books of a grade. */
export function basketOf(
  random: Random,
  student: SampleStudent | undefined,
  schoolGoods: number,
): BasketLine[] {
  const ofSchool = student ? schoolGoods : 0;
  const buyer = random.weighted<Buyer>([
    ['copying', 36],
    ['pens', 22],
    ['office', 15],
    ['gear', 7],
    ['material', 4 * schoolGoods],
    ['dressing', 9 * ofSchool],
    ['reading', 4 * ofSchool],
  ]);
  return basketFor(random, buyer, student);
}

function basketFor(random: Random, buyer: Buyer, student: SampleStudent | undefined): BasketLine[] {
  switch (buyer) {
    case 'copying':
      return from(random, 'copy', random.chance(0.25) ? 2 : 1, copyCount);
    case 'pens':
      return from(random, 'stationery', fewer(random, 4), one);
    case 'office':
      return from(random, 'fee', random.chance(0.12) ? 2 : 1, one);
    case 'gear':
      return from(random, 'gear', fewer(random, 3), one);
    case 'material':
      return [
        ...from(random, 'stationery', random.whole(3, LARGEST_BASKET - 1), upToThree),
        ...from(random, 'gear', random.chance(0.5) ? 1 : 0, one),
      ];
    case 'dressing':
      return takeFrom(random, ofSet(student?.uniforms), random.whole(1, 5), upToThree);
    case 'reading':
      return takeFrom(random, ofSet(student?.books), fewer(random, LARGEST_BASKET), one);
  }
}

function from(
  random: Random,
  section: Section,
  count: number,
  quantity: (random: Random, product: SampleProduct) => number,
): BasketLine[] {
  const shelf = onSale.filter((product) => product.section === section);
  return takeFrom(random, shelf, count, quantity);
}

function ofSet(set: string | undefined): SampleProduct[] {
  return onSale.filter((product) => product.set === set);
}

function takeFrom(
  random: Random,
  shelf: readonly SampleProduct[],
  count: number,
  quantity: (random: Random, product: SampleProduct) => number,
): BasketLine[] {
  let rest = shelf;
  const lines: BasketLine[] = [];
  while (lines.length < count && rest.length > 0) {
    const product = random.weighted(rest.map((each) => [each, each.demand] as const));
    rest = rest.filter((each) => each !== product);
    lines.push({ product, quantity: quantity(random, product) });
  }
  return lines;
}

function one(): number {
  return 1;
}

function upToThree(random: Random): number {
  return random.weighted([
    [1, 6],
    [2, 3],
    [3, 1],
  ]);
}

/** Sheets are copied by the dozen; bindings, laminations and posters one at a time. */
function copyCount(random: Random, product: SampleProduct): number {
  if (product.price >= 300) return 1;
  const isBlackAndWhite = product.price <= 50;
  return isBlackAndWhite && random.chance(0.4) ? random.whole(13, 80) : random.whole(1, 12);
}

/** A number from 1 to `most`; small ones are more frequent. */
function fewer(random: Random, most: number): number {
  return 1 + Math.floor(random.fraction() ** 2 * most);
}
