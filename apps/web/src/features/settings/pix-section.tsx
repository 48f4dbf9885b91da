import type { Pix } from '@balcao/contract/shop/pix.ts';
import { cents } from '@balcao/domain/money.ts';
import { brCode, type PixReceiver } from '@balcao/domain/pix/br-code.ts';
import { readPixKey } from '@balcao/domain/pix/pix-key.ts';
import { foldText } from '@balcao/domain/search-text.ts';
import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { QrCode } from '../../ui/paper/barcode/qr-code.tsx';
import { pixQuery } from '../institution/institution.queries.ts';
import { SectionForm, useSection } from './section.tsx';
import { editPix } from './settings.queries.ts';

type Props = { pix: Pix | null; methods: readonly string[] };

const NO_PIX: Pix = { method: '', key: '', name: '', city: '' };

/** Whether the QR code can hold anything of a name. */
const hasLetters = (text: string) => /[0-9A-Za-z]/.test(text);

function inputOf(pix: Props['pix'], methods: Props['methods']): Pix {
  if (!pix) return NO_PIX;
  // Names are compared without case and accents, as at the counter.
  const known = methods.find((name) => foldText(name) === foldText(pix.method));
  return { ...pix, method: known ?? pix.method };
}

/** The receiver of Pix payments. */
export function PixSection({ pix, methods }: Props) {
  const saved = inputOf(pix, methods);
  const section = useSection({
    form: 'settings:pix',
    saved: { pix: saved },
    queryKey: pixQuery.queryKey,
    save: ({ pix }) => editPix(pix.method === '' ? null : { ...pix, key: pix.key.trim() }, saved),
  });
  const { fields } = section;
  const input = fields.values.pix;
  const understood = readPixKey(input.key);
  const gone = input.method !== '' && !methods.includes(input.method);
  const text = (name: 'key' | 'name' | 'city') => ({
    ...fields.text(`pix.${name}`),
    maxLength: 100,
  });
  return (
    <SectionForm id="pix" title="Pix" section={section}>
      <NativeSelect
        {...fields.input('pix.method')}
        label="Forma de pagamento que é Pix"
        description="Com ela o PDV mostra o QR code. O vendedor confere no banco que o dinheiro chegou."
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
          {fields.typed && understood && hasLetters(input.name) && hasLetters(input.city) && (
            <PixTest pix={{ ...input, key: understood.key }} />
          )}
        </>
      )}
    </SectionForm>
  );
}

/** A QR code of one centavo: a phone shows whose key it is before the shop relies on it. */
function PixTest({ pix }: { pix: PixReceiver }) {
  const text = brCode(pix, { amount: cents(1), txid: 'TESTE' });
  return (
    <Group gap={16} align="center">
      <QrCode text={text} size={176} label="QR code de teste do Pix, de R$ 0,01" />
      <Text inherit flex="1 1 14rem">
        Antes de salvar, leia este QR code de R$ 0,01 com o aplicativo de um banco: ele mostra o
        nome de quem recebe. Não é preciso pagar.
      </Text>
    </Group>
  );
}
