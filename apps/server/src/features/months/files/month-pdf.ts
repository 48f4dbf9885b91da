import { createRequire } from 'node:module';
import path from 'node:path';
import type { Institution } from '@balcao/contract/shop/institution.ts';
import * as pdfmakeModule from 'pdfmake';
import type { TFontDictionary } from 'pdfmake/interfaces.js';
import type { Issue } from './issue.ts';
import { monthDocument } from './month-document.ts';

/** It is a CommonJS module; the types have no default. */
const pdfmake = (pdfmakeModule as unknown as { default: typeof pdfmakeModule }).default;
const fonts: TFontDictionary = createRequire(import.meta.url)('pdfmake/fonts/Roboto.js');
const FONTS = path.dirname(`${fonts.Roboto?.normal}`);

pdfmake.setFonts(fonts);
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((file) => path.dirname(file) === FONTS);

/** The paper of a closed month. */
export const monthPdf = (
  issue: Issue,
  institutions: Institution['institutions'],
): Promise<Buffer> => pdfmake.createPdf(monthDocument(issue, institutions)).getBuffer();
