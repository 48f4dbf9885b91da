import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import type { Guide, Piece, Section } from '../src/features/help/guide.ts';

export const MANUAL = path.join(import.meta.dirname, '../../../docs/manual');

/** The readers of each file, in the order of the page. */
const GUIDES = {
  'vendedores.md': 'all',
  'administradores.md': 'admin',
  'informatica.md': 'admin',
} as const;
const SHEET = 'folha.md';

export const files = [...Object.keys(GUIDES), SHEET].map((name) => path.join(MANUAL, name));

/** Reads the guides. Throws at Markdown that the page can't show. */
export function readGuides(): Guide[] {
  return Object.entries(GUIDES).map(([name, audience]) => ({
    for: audience,
    ...readGuide(name),
  }));
}

/** The page to print. */
export function readSheet(): Section {
  const tokens = lexer(readFileSync(path.join(MANUAL, SHEET), 'utf8'));
  const [title, ...rest] = tokens;
  if (title?.type !== 'heading') throw new Error(`${SHEET} needs a title`);
  return { id: anchorOf(title.text), title: title.text, also: '', pieces: blocks(rest) };
}

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

/** The names of the pictures in these pieces. */
export function picturesIn(pieces: readonly Piece[]): string[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string') return [];
    const [tag, { src }, ...inside] = piece;
    return tag === 'img' && src ? [src] : picturesIn(inside);
  });
}

/** The words of a shop for what a section says with others, which the page does not show. */
const ALSO = /^<!-- também: (.+) -->/;

function readGuide(name: string): Pick<Guide, 'title' | 'sections'> {
  const sections: (Section & { tokens: Token[] })[] = [];
  let title = '';
  for (const token of lexer(readFileSync(path.join(MANUAL, name), 'utf8'))) {
    const heading = token.type === 'heading' ? (token as Tokens.Heading) : undefined;
    if (heading?.depth === 1) title = heading.text;
    else if (heading?.depth === 2) {
      const { text } = heading;
      sections.push({ id: anchorOf(text), title: text, also: '', pieces: [], tokens: [] });
      continue;
    }
    // The text before the first section is for readers of the files.
    const section = sections.at(-1);
    const also = token.type === 'html' ? ALSO.exec(token.raw)?.[1] : undefined;
    if (section && also) section.also = also;
    else section?.tokens.push(token);
  }
  return {
    title,
    sections: sections.map(({ tokens, ...section }) => ({ ...section, pieces: blocks(tokens) })),
  };
}

const blocks = (tokens: readonly Token[] = []): Piece[] => tokens.flatMap(piecesOf);

function piecesOf(token: Token): Piece[] {
  const inside = () => blocks('tokens' in token ? token.tokens : []);
  const element = (tag: string): Piece[] => [[tag, {}, ...inside()]];
  switch (token.type) {
    case 'space':
      return [];
    case 'paragraph':
      return element('p');
    case 'heading':
      return element(`h${token.depth}`);
    case 'blockquote':
    case 'strong':
    case 'em':
      return element(token.type);
    case 'text':
      // In a list a text has parts.
      return token.tokens ? inside() : [token.text];
    case 'escape':
      return [token.text];
    case 'codespan':
      return [['code', {}, token.text]];
    case 'code':
      return [['pre', {}, token.text]];
    case 'br':
      return [['br', {}]];
    case 'list':
      return [[token.ordered ? 'ol' : 'ul', {}, ...blocks((token as Tokens.List).items)]];
    case 'list_item':
      return element('li');
    case 'table':
      return [tableOf(token as Tokens.Table)];
    case 'image':
      return [['img', { src: path.basename(token.href), alt: token.text }]];
    case 'link':
      // Another file of the repository is no page of the product.
      return /^([a-z]+\.md)?#/.test(token.href)
        ? [['a', { hash: token.href.replace(/^.*#/, '') }, ...inside()]]
        : inside();
    default:
      throw new Error(`The manual's page can't show this ${token.type}: ${token.raw}`);
  }
}

function tableOf({ header, rows }: Tokens.Table): Piece {
  const row = (tag: string, cells: Tokens.TableCell[]): Piece => [
    'tr',
    {},
    ...cells.map(({ tokens }): Piece => [tag, {}, ...blocks(tokens)]),
  ];
  return [
    'table',
    {},
    ['thead', {}, row('th', header)],
    ['tbody', {}, ...rows.map((cells) => row('td', cells))],
  ];
}
