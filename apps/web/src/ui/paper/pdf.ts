import bold from 'pdfmake/build/fonts/Roboto/Roboto-Medium.ttf?url';
import normal from 'pdfmake/build/fonts/Roboto/Roboto-Regular.ttf?url';
import * as pdfmakeModule from 'pdfmake/build/pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces';

/** Its browser build is a CommonJS module; the types have no default. */
const pdfmake = (pdfmakeModule as unknown as { default: typeof pdfmakeModule }).default;

const absolute = (path: string) => new URL(path, window.location.href).href;

/** A PDF file of a document. The library is large: import this file only when somebody asks for one. */
export function pdfOf(document: TDocumentDefinitions): Promise<Blob> {
  pdfmake.setFonts({ Roboto: { normal: absolute(normal), bold: absolute(bold) } });
  return pdfmake.createPdf(document).getBlob();
}
