import { createHash } from 'node:crypto';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import { Refusal } from '../../request/refusal.ts';
import type { Logo } from './institution.repository.ts';

const LARGEST_UPLOAD = 512 * 1024;
/** A browser unpacks four bytes for every point, on the login page too. */
const MOST_POINTS = 4_000;

const POINTS = [
  ['image/png', PNG],
  ['image/jpeg', JPG],
  ['image/webp', WEBP],
] as const;

/** Up to its first element, without a list of entities, which could unfold to any size. */
const SVG = /^\uFEFF?(\s|<\?xml[^>]*\?>|<!--(?:(?!-->).)*-->|<!DOCTYPE\s+svg[^>[]*>)*<svg[\s>]/s;

/**
 * The login page shows the logo, and 6 kB can keep a browser painting for minutes: by figures that fill others
 * with themselves, filters and masks inside each other, a line of a million dashes, or one that never stands
 * still. Anything that may lead to one of these is refused: style sheets, references, what they are written as in
 * other letters, and a value that is set later.
 */
const ELEMENTS =
  /<(?:[^\s<>/!?"'=:]+:)?(?:use|pattern|marker|filter|image|feImage|foreignObject|script|style|clipPath|mask|set|animate\w*)[\s/>]/;
const ATTRIBUTES = /[\s"'](?:style|filter|mask|clip-path|stroke-dasharray)\s*=/;
const REFERENCES = /url\s*\(|data:|<!ENTITY|<\?xml-|\\|&(?!(?:amp|lt|gt|quot|apos);)/i;

/** The picture that these bytes are; their name may lie. Throws unfit_logo. */
export function logoOf(content: Buffer, field: string, largest = LARGEST_UPLOAD): Logo {
  if (content.length > largest) throw new Refusal('unfit_logo', { field });
  const type = pointsType(content, field) ?? (isSvg(content, field) ? 'image/svg+xml' : undefined);
  if (!type) throw new Refusal('unfit_logo', { field });
  return { hash: createHash('sha256').update(content).digest('hex'), type, content };
}

function pointsType(content: Buffer, field: string): string | undefined {
  try {
    const [type, kind] = POINTS.find(([, { validate }]) => validate(content)) ?? [];
    if (!kind) return undefined;
    // In memory of its own, or the size of a picture that ends too soon is read from what lies behind it.
    const { width, height } = kind.calculate(Uint8Array.from(content));
    if (width > 0 && height > 0 && Math.max(width, height) <= MOST_POINTS) return type;
  } catch {
    // The head of such a picture, and no picture after it.
    return undefined;
  }
  const detail = 'O logotipo pode ter até 4.000 pontos de largura e de altura.';
  throw new Refusal('unfit_logo', { field, detail });
}

function isSvg(content: Buffer, field: string): boolean {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return false;
  }
  if (!SVG.test(text)) return false;
  if (![ELEMENTS, ATTRIBUTES, REFERENCES].some((heavy) => heavy.test(text))) return true;
  const detail =
    'Este SVG tem estilos, degradês, máscaras, filtros, tracejados, figuras repetidas ou imagens dentro dele. Envie o logotipo como PNG.';
  throw new Refusal('unfit_logo', { field, detail });
}
