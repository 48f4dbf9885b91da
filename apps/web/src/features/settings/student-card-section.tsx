import { exampleOf, FEWEST_CARD_DIGITS, MOST_CARD_DIGITS } from '@balcao/domain/student-card.ts';
import { Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { savedOrShownAgain } from '../../api/saved-or-shown-again.ts';
import { shownRow } from '../../api/shown-row.ts';
import { studentCardQuery } from '../institution/institution.queries.ts';
import { SectionForm, useSection } from './section.tsx';

/** How a matrícula looks when a scanner reads a student's card; empty while none is read. */
export function StudentCardSection() {
  const queries = useQueryClient();
  const { data } = useQuery({ ...studentCardQuery, staleTime: 0 });
  const saved = { digits: `${data?.card?.digits ?? ''}`, prefix: data?.card?.prefix ?? '' };
  const { section, input, change, field } = useSection<{ digits: string; prefix: string }>({
    form: 'settings:student-card',
    saved,
    save: (typed) => {
      const { digits, prefix } = { ...saved, ...typed };
      const card = digits.trim() === '' ? null : { digits: Number(digits), prefix };
      const headers = shownRow({ digits: 0, prefix: '', ...data?.card });
      return savedOrShownAgain(queries, studentCardQuery.queryKey, () =>
        call('editStudentCard', { headers, body: { card } }),
      );
    },
  });
  const digits = Number(input.digits);
  const isWhole = digits >= FEWEST_CARD_DIGITS && digits <= MOST_CARD_DIGITS;
  if (!data) return null;
  return (
    <SectionForm id="carteirinha" title="Carteirinha do aluno" section={section}>
      <TextInput
        {...field('card/digits')}
        label="Quantos algarismos tem a matrícula"
        description={`De ${FEWEST_CARD_DIGITS} a ${MOST_CARD_DIGITS}. Vazio: o PDV não lê carteirinhas.`}
        inputMode="numeric"
        maxLength={2}
        value={input.digits}
        onChange={(event) => change({ digits: event.currentTarget.value.replace(/\D/g, '') })}
      />
      <TextInput
        {...field('card/prefix')}
        label="Começa com"
        description="Se toda matrícula começa com os mesmos algarismos. Senão, deixe vazio."
        inputMode="numeric"
        maxLength={MOST_CARD_DIGITS - 1}
        value={input.prefix}
        onChange={(event) => change({ prefix: event.currentTarget.value.replace(/\D/g, '') })}
      />
      <Text inherit>
        {isWhole && input.prefix.length < digits ? (
          <>
            No primeiro passo do PDV, uma leitura como{' '}
            <strong className="money">{exampleOf({ digits, prefix: input.prefix })}</strong>, que
            não é código de produto nem de lista, preenche o aluno.
          </>
        ) : (
          'Nenhuma leitura preenche o aluno.'
        )}
      </Text>
    </SectionForm>
  );
}
