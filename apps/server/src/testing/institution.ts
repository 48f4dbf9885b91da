import type { InstitutionInput } from '@balcao/contract/shop/institution.ts';

/** One point, with its colour. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export function anInstitution(fields: Partial<InstitutionInput> = {}): InstitutionInput {
  return {
    company_name: 'Loja da Escola',
    city: 'Recife',
    graduation_unit: 'Unidade Centro',
    college: { name: 'Faculdade', cnpj: '11.222.333/0001-81', logo: PNG.toString('base64') },
    school: { name: 'Colégio', cnpj: '11222333000262' },
    ...fields,
  };
}

export const aPix = (method: string) => ({
  method,
  key: 'loja@escola.com',
  name: 'Loja da Escola',
  city: 'Recife',
});
