import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import type {
  Institution,
  InstitutionInput,
  ShownInstitution,
} from '@balcao/contract/shop/institution.ts';
import { CNPJ_MASKED_LENGTH, formatCnpj } from '@balcao/domain/cnpj.ts';
import { Box, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { savedOrShownAgain } from '../../api/saved-or-shown-again.ts';
import { PaperHead } from '../../ui/paper/paper-head.tsx';
import { institutionQuery } from '../institution/institution.queries.ts';
import { LogoField } from './logo-field.tsx';
import { SectionForm, useSection } from './section.tsx';
import { editInstitution } from './settings.queries.ts';

type Which = 'college' | 'school';
/**
 * Named by their paths in the call. A logo is an address, a data URL once it is chosen, null for none, or
 * LOST when it was chosen before a reload.
 */
type Input = Record<
  'company_name' | 'city' | 'graduation_unit' | `${Which}.${'name' | 'cnpj'}`,
  string
> &
  Record<`${Which}.logo`, string | null>;

/** A picture is too large to be stored. */
const LOST = '';
const storedPart = (typed: Partial<Input>) =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [
      name,
      name.endsWith('.logo') && value?.startsWith('data:') ? LOST : value,
    ]),
  ) as Partial<Input>;

/** The example is nobody's: its fields are empty. */
function inputOf({ example, institutions, ...shown }: ShownInstitution): Input {
  const [college, school] = institutions;
  const of = (text: string) => (example ? '' : text);
  return {
    company_name: of(shown.company_name),
    city: of(shown.city),
    graduation_unit: of(shown.graduation_unit),
    'college.name': of(college.name),
    'college.cnpj': of(college.cnpj),
    'college.logo': example ? null : college.logo,
    'school.name': of(school.name),
    'school.cnpj': of(school.cnpj),
    'school.logo': example ? null : school.logo,
  };
}

/** Without `logo` the server keeps the one it has. */
function sentLogo(logo: string | null | undefined) {
  if (logo === undefined || logo === LOST) return {};
  return { logo: logo === null ? null : logo.slice(logo.indexOf(',') + 1) };
}

function sentInput(input: Input, typed: Partial<Input>): InstitutionInput {
  const sentSchool = (which: Which) => ({
    name: input[`${which}.name`],
    cnpj: input[`${which}.cnpj`],
    ...sentLogo(typed[`${which}.logo`]),
  });
  const { company_name, city, graduation_unit } = input;
  const [college, school] = [sentSchool('college'), sentSchool('school')];
  return { company_name, city, graduation_unit, college, school };
}

/** The institution: what stands on the papers, at the login and in the footer. */
export function InstitutionSection({ institution }: { institution: ShownInstitution }) {
  const queries = useQueryClient();
  const saved = inputOf(institution);
  const { section, input, change, field } = useSection<Input>({
    form: 'settings:institution',
    saved,
    nullable: ['college.logo', 'school.logo'],
    storedPart,
    save: (typed) =>
      savedOrShownAgain(queries, institutionQuery.queryKey, () =>
        editInstitution(sentInput({ ...saved, ...typed }, typed), saved),
      ),
  });
  const text = (name: Exclude<keyof Input, `${Which}.logo`>) => ({
    ...field(name),
    value: input[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      change({ [name]: event.currentTarget.value }),
  });
  const isLost = (which: Which) => input[`${which}.logo`] === LOST;
  const logoOf = (which: Which) => (isLost(which) ? saved : input)[`${which}.logo`];
  const schoolFields = (which: Which, legend: string, whose: string) => {
    const cnpj = text(`${which}.cnpj`);
    const logo = field(`${which}.logo`);
    const masked = formatCnpj(cnpj.value);
    const isWrong = cnpj.value.replace(/[.\-/\s]/g, '').length >= 14 && masked === undefined;
    return (
      <Box component="fieldset" m={0} p="md" pt="xs" bd="1px solid var(--hairline)" bdrs="sm">
        <Text component="legend" fw={600} px={6}>
          {legend}
        </Text>
        <Stack gap="sm">
          <TextInput
            {...text(`${which}.name`)}
            label={`Nome ${whose}`}
            maxLength={MAX_LENGTH.institution}
          />
          <TextInput
            {...cnpj}
            label={`CNPJ ${whose}`}
            placeholder="00.000.000/0000-00"
            error={cnpj.error || (isWrong && 'Os dígitos deste CNPJ não conferem.')}
            maxLength={CNPJ_MASKED_LENGTH}
            autoComplete="off"
            onBlur={() => {
              if (masked && masked !== cnpj.value) change({ [`${which}.cnpj`]: masked });
            }}
          />
          <LogoField
            whose={whose}
            shown={logoOf(which)}
            name={logo.name}
            error={
              logo.error ||
              (isLost(which) && 'Escolha o logotipo de novo: a imagem não ficou guardada.')
            }
            onChange={(logo) => change({ [`${which}.logo`]: logo })}
          />
        </Stack>
      </Box>
    );
  };
  const shownSchool = (which: Which) => ({
    name: input[`${which}.name`],
    cnpj: input[`${which}.cnpj`],
    logo: logoOf(which),
  });

  return (
    <SectionForm id="instituicoes" title="Instituições" section={section}>
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
      <Preview institutions={[shownSchool('college'), shownSchool('school')]} />
    </SectionForm>
  );
}

/** The head of a receipt. It repeats the fields, so a screen reader need not read it. */
function Preview({ institutions }: Pick<Institution, 'institutions'>) {
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
