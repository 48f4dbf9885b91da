import type { Institution } from './institution.ts';

/** An obviously fictitious school, shown until the shop's own is filled in, or while it cannot be read. */
export const FICTITIOUS: Institution = {
  company_name: 'Balcão Demonstração Comércio Escolar',
  city: 'Cidade Exemplo',
  graduation_unit: 'Unidade de Graduação Exemplo',
  institutions: [
    {
      name: 'Faculdade Aurora do Vale',
      // Nobody has this number: fourteen zeros are never issued.
      cnpj: '00.000.000/0000-00',
      logo: '/logos/faculdade.svg',
    },
    { name: 'Colégio Aurora do Vale', cnpj: '00.000.000/0000-00', logo: '/logos/colegio.svg' },
  ],
};
