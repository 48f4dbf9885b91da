import type { PersonalData } from '@balcao/contract/people/personal-data.ts';
import { pdfOf } from '../../../ui/paper/pdf.ts';
import type { Kind } from '../people.queries.ts';
import { personalDataContent } from './personal-data-content.ts';

export function personalDataPdf(kind: Kind, data: PersonalData): Promise<Blob> {
  const title = `Dados pessoais de ${data.person.name || data.person.number}`;
  return pdfOf({
    pageSize: 'A4',
    pageMargins: [50, 50, 50, 55],
    info: { title },
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.25 },
    footer: (page, count) => ({
      text: `${page} de ${count}`,
      alignment: 'center',
      fontSize: 8.5,
      margin: [0, 15, 0, 0],
    }),
    content: personalDataContent(kind, title, data),
  });
}
