import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import type {
  Institution,
  InstitutionInput,
  ShownInstitution,
} from '@balcao/contract/institution.ts';
import { CNPJ_MASKED_LENGTH, formatCnpj } from '@balcao/domain/cnpj.ts';
import { Box, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { PaperHead } from '../../ui/paper/paper-head.tsx';
import { institutionQuery } from '../institution/institution.queries.ts';
import { LogoField } from './logo-field.tsx';
import { SectionForm } from './section-form.tsx';
import { editInstitution } from './settings.queries.ts';
import { useSection } from './use-section.ts';

type School = Institution['institutions'][0];
/** A logo is an address, a data URL once it is chosen, or null for none. */
type Input = Omit<InstitutionInput, 'college' | 'school'> & { college: School; school: School };

const EMPTY: School = { name: '', cnpj: '', logo: null };

/** The example is nobody's: its fields are empty. */
function inputOf({ example, institutions, ...shown }: ShownInstitution): Input {
  const { company_name, city, graduation_unit } = shown;
  const [college, school] = example ? [EMPTY, EMPTY] : institutions;
  return example
    ? { company_name: '', city: '', graduation_unit: '', college, school }
    : { company_name, city, graduation_unit, college, school };
}

/** Without `logo` the server keeps the one it has. */
function sentSchool({ logo, ...school }: School, saved: School) {
  if (logo === saved.logo) return school;
  return { ...school, logo: logo === null ? null : logo.slice(logo.indexOf(',') + 1) };
}

/** A picture is too large to outlive a reload. */
const typedSchool = (school: School, saved: School): School => ({
  ...school,
  logo: school.logo?.startsWith('data:') ? saved.logo : school.logo,
});

/** Whose shop it is: what stands on the papers, at the login and in the footer. */
export function InstitutionSection({ institution }: { institution: ShownInstitution }) {
  const queries = useQueryClient();
  const saved = inputOf(institution);
  const { section, input, change, field } = useSection<Input>({
    form: 'settings:institution',
    saved,
    typedPart: (typed) => ({
      ...typed,
      college: typedSchool(typed.college, saved.college),
      school: typedSchool(typed.school, saved.school),
    }),
    save: async ({ college, school, ...texts }) => {
      const body = {
        ...texts,
        college: sentSchool(college, saved.college),
        school: sentSchool(school, saved.school),
      };
      queries.setQueryData(institutionQuery.queryKey, await editInstitution(body));
    },
  });
  const text = (name: 'company_name' | 'city' | 'graduation_unit') => ({
    ...field(name),
    value: input[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      change({ [name]: event.currentTarget.value }),
  });
  const schoolFields = (which: 'college' | 'school', legend: string, whose: string) => {
    const school = input[which];
    const set = (part: Partial<School>) => change({ [which]: { ...school, ...part } });
    const cnpj = field(`${which}.cnpj`);
    const isWrong = school.cnpj.length >= 14 && formatCnpj(school.cnpj) === undefined;
    return (
      <Box component="fieldset" m={0} p="md" pt="xs" bd="1px solid var(--hairline)" bdrs="sm">
        <Text component="legend" fw={600} px={6}>
          {legend}
        </Text>
        <Stack gap="sm">
          <TextInput
            {...field(`${which}.name`)}
            label={`Nome ${whose}`}
            value={school.name}
            maxLength={MAX_LENGTH.institution}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <TextInput
            {...cnpj}
            label={`CNPJ ${whose}`}
            placeholder="00.000.000/0000-00"
            value={school.cnpj}
            error={cnpj.error || (isWrong && 'Os dígitos deste CNPJ não conferem.')}
            maxLength={CNPJ_MASKED_LENGTH}
            autoComplete="off"
            onChange={(event) => set({ cnpj: event.currentTarget.value })}
            onBlur={() => {
              const masked = formatCnpj(school.cnpj);
              if (masked && masked !== school.cnpj) set({ cnpj: masked });
            }}
          />
          <LogoField
            whose={whose}
            shown={school.logo}
            error={field(`${which}.logo`).error}
            onChange={(logo) => set({ logo })}
          />
        </Stack>
      </Box>
    );
  };

  return (
    <SectionForm title="Instituições" section={section}>
      {institution.example && (
        <Text c="dimmed">
          Até que isto seja preenchido, papéis e rodapé mostram uma escola de exemplo.
        </Text>
      )}
      <TextInput
        {...text('company_name')}
        label="Nome da empresa"
        description="No rodapé das páginas, onde a palavra “ltda” vem depois dele."
        maxLength={MAX_LENGTH.institution}
      />
      <TextInput
        {...text('city')}
        label="Cidade"
        description="No recibo, antes da data."
        maxLength={MAX_LENGTH.city}
      />
      <TextInput
        {...text('graduation_unit')}
        label="Unidade de graduação"
        description="No alto do fechamento do período."
        maxLength={MAX_LENGTH.institution}
      />
      {schoolFields('college', 'Faculdade', 'da faculdade')}
      {schoolFields('school', 'Colégio', 'do colégio')}
      <Preview college={input.college} school={input.school} />
    </SectionForm>
  );
}

/** The head of a receipt. It repeats the fields, so a screen reader need not read it. */
function Preview({ college, school }: Record<'college' | 'school', School>) {
  const institutions: Institution['institutions'] = [college, school];
  const shown = { company_name: '', city: '', graduation_unit: '', institutions };
  return (
    <Box component="figure" m={0} aria-hidden>
      <Text component="figcaption" size="sm" c="dimmed" mb={6}>
        Assim fica no alto do recibo:
      </Text>
      <Box bg="white" c="black" p="md" style={{ border: '1px solid var(--hairline)' }}>
        <PaperHead institution={shown} title="RECIBO">
          Nº 1
        </PaperHead>
      </Box>
    </Box>
  );
}
