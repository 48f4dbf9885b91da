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

/** The picture that these bytes are, whatever their name says. Throws unfit_logo. */
export function logoOf(content: Buffer, field: string, largest = LARGEST_UPLOAD): Logo {
  if (content.length > largest) throw new Refusal('unfit_logo', { field });
  const type = pointsType(content, field) ?? (isSvg(content) ? 'image/svg+xml' : undefined);
  if (!type) throw new Refusal('unfit_logo', { field });
  return { hash: createHash('sha256').update(content).digest('hex'), type, content };
}

function pointsType(content: Buffer, field: string): string | undefined {
  try {
    const [type, kind] = POINTS.find(([, { validate }]) => validate(content)) ?? [];
    if (!kind) return undefined;
    const { width, height } = kind.calculate(content);
    if (width > 0 && height > 0 && Math.max(width, height) <= MOST_POINTS) return type;
  } catch {
    // The head of such a picture, and no picture after it.
    return undefined;
  }
  const detail = 'O logotipo pode ter até 4.000 pontos de largura e de altura.';
  throw new Refusal('unfit_logo', { field, detail });
}

function isSvg(content: Buffer): boolean {
  try {
    return SVG.test(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content));
  } catch {
    return false;
  }
}
