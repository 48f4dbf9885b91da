import { cents } from '@balcao/domain/money.ts';
import type { SampleProduct } from './sample-product.ts';

const CHILD_SIZES = ['4', '6', '8', '10', '12', '14'];
const ADULT_SIZES = ['PP', 'P', 'M', 'G', 'GG'];
const ALL_SIZES = [...CHILD_SIZES, ...ADULT_SIZES];

/** In centavos: adult sizes cost more than children's, and the largest one more again. */
const ADULT_EXTRA = 600;
const LARGEST_EXTRA = 500;

/** Price in centavos of a child's size. A piece that is no longer sold has a demand of 0. */
type Piece = readonly [name: string, sizes: readonly string[], price: number, demand: number];

const school: readonly Piece[] = [
  ['Camiseta manga curta Colégio', ALL_SIZES, 4990, 10],
  ['Camiseta manga longa Colégio', ALL_SIZES, 5690, 4],
  ['Camiseta Educação Física Colégio', ALL_SIZES, 4790, 6],
  ['Moletom com capuz Colégio', ALL_SIZES, 13990, 4],
  ['Calça de moletom Colégio', ALL_SIZES, 8990, 5],
  ['Bermuda de tactel Colégio', ALL_SIZES, 5990, 7],
  ['Short-saia Colégio', CHILD_SIZES, 6290, 4],
];

const college: readonly Piece[] = [
  ['Camiseta Faculdade', ADULT_SIZES, 4390, 8],
  ['Camisa polo Faculdade', ADULT_SIZES, 6890, 4],
  ['Moletom canguru Faculdade', ADULT_SIZES, 14390, 5],
  ['Jaleco manga longa branco', ADULT_SIZES, 9890, 8],
  ['Jaleco manga curta branco', ADULT_SIZES, 8890, 3],
  ['Scrub Enfermagem azul-marinho', ADULT_SIZES, 16390, 3],
  ['Camiseta Semana Acadêmica 2025', ADULT_SIZES, 2900, 0],
];

export const uniforms: readonly SampleProduct[] = [
  ...wardrobe('school', 100, school),
  ...wardrobe('college', 120, college),
];

function wardrobe(
  wearer: 'school' | 'college',
  base: number,
  pieces: readonly Piece[],
): SampleProduct[] {
  return pieces.flatMap(([name, sizes, price, demand], piece) =>
    sizes.map((size, index) => ({
      code: `${base + piece + 1}${String(index + 1).padStart(2, '0')}`,
      name: `${name} ${CHILD_SIZES.includes(size) ? `tam. ${size}` : size}`,
      price: cents(price + extraOf(size)),
      active: demand > 0,
      section: 'uniform' as const,
      set: `${wearer} ${size}`,
      demand,
    })),
  );
}

function extraOf(size: string): number {
  return (ADULT_SIZES.includes(size) ? ADULT_EXTRA : 0) + (size === 'GG' ? LARGEST_EXTRA : 0);
}
