import { exampleOf, FEWEST_CARD_DIGITS, MOST_CARD_DIGITS } from '@balcao/domain/student-card.ts';
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ChangeEvent } from 'react';
import { call } from '../../api/call.ts';
import { shownRow } from '../../api/shown-row.ts';
import { studentCardQuery } from '../institution/institution.queries.ts';
import { SectionForm, useSection } from './section.tsx';

/** How a matrícula looks when a scanner reads a student's card; empty while none is read. */
export function StudentCardSection() {
  const { data } = useQuery({ ...studentCardQuery, staleTime: 0 });
  const saved = { digits: `${data?.card?.digits ?? ''}`, prefix: data?.card?.prefix ?? '' };
  const section = useSection({
    form: 'settings:student-card',
    saved: { card: saved },
    queryKey: studentCardQuery.queryKey,
    save: ({ card: { digits, prefix } }) => {
      const card = digits.trim() === '' ? null : { digits: Number(digits), prefix };
      const headers = shownRow({ digits: 0, prefix: '', ...data?.card });
      return call('editStudentCard', { headers, body: { card } });
    },
  });
  const { fields } = section;
  const { card } = fields.values;
  /** A field for digits alone. */
  const digitsOf = (path: keyof typeof card) => ({
    ...fields.text(`card.${path}`),
    inputMode: 'numeric' as const,
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      fields.change({ card: { ...card, [path]: event.currentTarget.value.replace(/\D/g, '') } }),
  });
  const digits = Number(card.digits);
  const isWhole = digits >= FEWEST_CARD_DIGITS && digits <= MOST_CARD_DIGITS;
  if (!data) return null;
  return (
    <SectionForm id="carteirinha" title="Carteirinha do aluno" section={section}>
      <TextInput
        {...digitsOf('digits')}
        label="Quantos algarismos tem a matrícula"
        description={`De ${FEWEST_CARD_DIGITS} a ${MOST_CARD_DIGITS}. Vazio: o PDV não lê carteirinhas.`}
        maxLength={2}
      />
      <TextInput
        {...digitsOf('prefix')}
        label="Começa com"
        description="Se toda matrícula começa com os mesmos algarismos. Senão, deixe vazio."
        maxLength={MOST_CARD_DIGITS - 1}
      />
      <Text inherit>
        {isWhole && card.prefix.length < digits ? (
          <>
            No primeiro passo do PDV, uma leitura como{' '}
            <strong className="money">{exampleOf({ digits, prefix: card.prefix })}</strong>, que não
            é código de produto nem de lista, preenche o aluno.
          </>
        ) : (
          'Nenhuma leitura preenche o aluno.'
        )}
      </Text>
    </SectionForm>
  );
}
