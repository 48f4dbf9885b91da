import { cents } from '@balcao/domain/money.ts';
import type { SampleProduct } from './sample-product.ts';

/** Titles and publishers are invented. */
type Series = { subject: string; title: string; publisher: string; price: number };

const primary: readonly Series[] = [
  { subject: 'Português', title: 'Fio da Palavra', publisher: 'Ed. Ipê-Roxo', price: 13890 },
  { subject: 'Matemática', title: 'Conta que Conta', publisher: 'Ed. Ipê-Roxo', price: 14290 },
  { subject: 'Ciências', title: 'Lupa na Mão', publisher: 'Ed. Jatobá', price: 12990 },
  { subject: 'História', title: 'Ontem Mesmo', publisher: 'Ed. Jatobá', price: 11990 },
  { subject: 'Geografia', title: 'Chão e Céu', publisher: 'Ed. Jatobá', price: 11990 },
  { subject: 'Inglês', title: 'Hello, Vizinho!', publisher: 'Pontes do Sul', price: 15990 },
];

const secondary: readonly Series[] = [
  {
    subject: 'Língua Portuguesa',
    title: 'Texto e Avesso',
    publisher: 'Ed. Ipê-Roxo',
    price: 17990,
  },
  { subject: 'Redação', title: 'Mil Linhas', publisher: 'Ed. Ipê-Roxo', price: 9890 },
  { subject: 'Matemática', title: 'Função de Pensar', publisher: 'Ed. Aroeira', price: 18490 },
  { subject: 'Física', title: 'Força das Coisas', publisher: 'Ed. Aroeira', price: 17490 },
  { subject: 'Química', title: 'Matéria Acesa', publisher: 'Ed. Aroeira', price: 17490 },
  { subject: 'Biologia', title: 'Vida em Rede', publisher: 'Ed. Jatobá', price: 17490 },
  { subject: 'História', title: 'Tempo Aberto', publisher: 'Ed. Jatobá', price: 15990 },
  { subject: 'Geografia', title: 'Território Vivo', publisher: 'Ed. Jatobá', price: 15990 },
];

const PRIMARY_GRADES = 9;
const SECONDARY_GRADES = 3;
/** Books of later grades are thicker. */
const DEARER_EACH_GRADE = 250;

/** The name of a grade, from 1 (1º ano) to 12 (3ª série of the ensino médio). */
export function gradeName(grade: number): string {
  return grade <= PRIMARY_GRADES ? `${grade}º ano` : `${grade - PRIMARY_GRADES}ª série EM`;
}

const reading: readonly [title: string, grade: number, price: number, active?: boolean][] = [
  ['A Menina que Guardava Trovões', 2, 4290],
  ['O Gato do Mercado Velho', 3, 4290],
  ['Bilhetes para a Lua', 4, 4490],
  ['O Enigma da Rua das Mangueiras', 6, 4790],
  ['Três Cartas de Areia', 7, 4790],
  ['Quando o Rio Parou', 8, 4990],
  ['Memórias de um Bonde', 10, 5490],
  ['A Casa das Onze Janelas', 11, 5490],
  ['Contos do Fim da Tarde (edição antiga)', 9, 3990, false],
];

const college: readonly [name: string, price: number, active?: boolean][] = [
  ['Apostila Anatomia Humana I', 6450],
  ['Apostila Cálculo I', 5250],
  ['Apostila Direito Constitucional', 5890],
  ['Apostila Contabilidade Geral', 4850],
  ['Apostila Psicologia da Educação', 4250],
  ['Apostila Semiologia em Enfermagem', 6150],
  ['Manual de TCC e Normas da ABNT', 3490],
  ['Caderno de Estágio Supervisionado', 2890],
  ['Guia do Vestibulando', 2490],
  ['Manual de TCC 2024 (edição antiga)', 1990, false],
];

export const COLLEGE_BOOKS = 'college';

export const books: readonly SampleProduct[] = [
  ...range(1, PRIMARY_GRADES).flatMap((grade) => ofGrade(grade, primary)),
  ...range(PRIMARY_GRADES + 1, PRIMARY_GRADES + SECONDARY_GRADES).flatMap((grade) =>
    ofGrade(grade, secondary),
  ),
  ...reading.map(([title, grade, price, active = true], index) => ({
    ...book(`28${pad(index + 1)}`, `Paradidático “${title}”`, price, gradeName(grade)),
    demand: 2,
    active,
  })),
  ...college.map(([name, price, active = true], index) => ({
    ...book(`29${pad(index + 1)}`, name, price, COLLEGE_BOOKS),
    active,
  })),
];

function ofGrade(grade: number, series: readonly Series[]): SampleProduct[] {
  return series.map(({ subject, title, publisher, price }, index) =>
    book(
      `2${pad(grade)}${pad(index + 1)}`,
      `${title} – ${subject} ${gradeName(grade)} (${publisher})`,
      price + DEARER_EACH_GRADE * grade,
      gradeName(grade),
    ),
  );
}

function book(code: string, name: string, price: number, set: string): SampleProduct {
  return { code, name, price: cents(price), active: true, section: 'book', set, demand: 5 };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
