import type { Pix } from '@balcao/contract/shop/pix.ts';
import { readPixKey } from '@balcao/domain/pix/pix-key.ts';
import { foldText } from '@balcao/domain/search-text.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { pixQuery } from '../institution/institution.queries.ts';
import { PixTest } from './pix-test.tsx';
import { SectionForm } from './section-form.tsx';
import { editPix } from './settings.queries.ts';
import { useSection } from './use-section.ts';

type Props = { pix: Pix | null; methods: readonly string[] };

const NOTHING: Pix = { method: '', key: '', name: '', city: '' };

/** Whether the QR code can hold anything of a name. */
const hasLetters = (text: string) => /[0-9A-Za-z]/.test(text);

function inputOf(pix: Props['pix'], methods: Props['methods']): Pix {
  if (!pix) return NOTHING;
  // Names are compared without case and accents, as at the counter.
  const known = methods.find((name) => foldText(name) === foldText(pix.method));
  return { ...pix, method: known ?? pix.method };
}

/** The receiver of Pix payments. */
export function PixSection({ pix, methods }: Props) {
  const queries = useQueryClient();
  const { section, input, change, field } = useSection<Pix>({
    form: 'settings:pix',
    saved: inputOf(pix, methods),
    save: async (typed) => {
      const now = await queries.fetchQuery({ ...pixQuery, staleTime: 0 });
      const input = { ...inputOf(now.pix, methods), ...typed };
      const sent = { ...input, key: input.key.trim() };
      queries.setQueryData(pixQuery.queryKey, await editPix(input.method === '' ? null : sent));
    },
  });
  const understood = readPixKey(input.key);
  const gone = input.method !== '' && !methods.includes(input.method);
  const text = (name: 'key' | 'name' | 'city') => ({
    ...field(`pix.${name}`),
    value: input[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      change({ [name]: event.currentTarget.value }),
    maxLength: 100,
    autoComplete: 'off',
  });
  return (
    <SectionForm title="Pix" section={section}>
      <NativeSelect
        {...field('pix.method')}
        label="Forma de pagamento que é Pix"
        description="Com ela o PDV mostra o QR code. O vendedor confere no banco que o dinheiro chegou."
        value={input.method}
        onChange={(event) => change({ method: event.currentTarget.value })}
      >
        <option value="">Nenhuma, sem QR code</option>
        {gone && <option value={input.method}>{input.method} (não existe mais)</option>}
        {methods.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </NativeSelect>
      {input.method !== '' && (
        <>
          <TextInput
            {...text('key')}
            label="Chave Pix"
            // The key as Balcão understands it.
            description={understood?.words ?? 'CPF, CNPJ, telefone, e-mail ou chave aleatória.'}
          />
          <TextInput {...text('name')} label="Nome de quem recebe" />
          <TextInput {...text('city')} label="Cidade de quem recebe" />
          {section.isTyped && understood && hasLetters(input.name) && hasLetters(input.city) && (
            <PixTest pix={{ ...input, key: understood.key }} />
          )}
        </>
      )}
    </SectionForm>
  );
}
