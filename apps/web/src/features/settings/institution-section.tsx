import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import type {
  Institution,
  InstitutionInput,
  ShownInstitution,
} from '@balcao/contract/shop/institution.ts';
import { CNPJ_MASKED_LENGTH, formatCnpj } from '@balcao/domain/cnpj.ts';
import { Box, Stack, Text, TextInput } from '@mantine/core';
import type { Typed } from '../../ui/fields/typed-part.ts';
import { PaperHead } from '../../ui/paper/paper-head.tsx';
import { institutionQuery } from '../institution/institution.queries.ts';
import { LogoField } from './logo-field.tsx';
import { SectionForm, useSection } from './section.tsx';
import { editInstitution } from './settings.queries.ts';

type Which = 'college' | 'school';
/**
 * Named as in the call. A logo is an address, a data URL once it is chosen, null for none, or LOST when it was chosen
 * before a reload.
 */
type School = { name: string; cnpj: string; logo: string | null };
type Input = Record<'company_name' | 'city' | 'graduation_unit', string> & Record<Which, School>;

/** A picture is too large to be stored. */
const LOST = '';
const storedPart = (typed: Typed<Input>): Typed<Input> => {
  const withoutPicture = (which: Which) =>
    typed[which]?.logo?.startsWith('data:') && { [which]: { ...typed[which], logo: LOST } };
  return { ...typed, ...withoutPicture('college'), ...withoutPicture('school') };
};

/** The example is nobody's: its fields are empty. */
function inputOf({ example, institutions, ...shown }: ShownInstitution): Input {
  const [college, school] = institutions;
  const of = (text: string) => (example ? '' : text);
  const schoolOf = ({ name, cnpj, logo }: typeof college): School => ({
    name: of(name),
    cnpj: of(cnpj),
    logo: example ? null : logo,
  });
  return {
    company_name: of(shown.company_name),
    city: of(shown.city),
    graduation_unit: of(shown.graduation_unit),
    college: schoolOf(college),
    school: schoolOf(school),
  };
}

/** Without `logo` the server keeps the one it has. */
function sentLogo(logo: string | null | undefined) {
  if (logo === undefined || logo === LOST) return {};
  return { logo: logo === null ? null : logo.slice(logo.indexOf(',') + 1) };
}

function sentInput(input: Input, typed: Typed<Input>): InstitutionInput {
  const sentSchool = (which: Which) => {
    const { name, cnpj } = input[which];
    return { name, cnpj, ...sentLogo(typed[which]?.logo) };
  };
  return { ...input, college: sentSchool('college'), school: sentSchool('school') };
}

/** The institution: what stands on the papers, at the login and in the footer. */
export function InstitutionSection({ institution }: { institution: ShownInstitution }) {
  const saved = inputOf(institution);
  const section = useSection({
    form: 'settings:institution',
    saved,
    nullable: ['college.logo', 'school.logo'],
    storedPart,
    queryKey: institutionQuery.queryKey,
    save: (input, typed) => editInstitution(sentInput(input, typed), saved),
  });
  const { fields } = section;
  /** A lost picture is shown as it was. */
  const shownSchool = (which: Which) => {
    const school = fields.values[which];
    return school.logo === LOST ? { ...school, logo: saved[which].logo } : school;
  };
  const schoolFields = (which: Which, legend: string, whose: string) => {
    const { [which]: school } = fields.values;
    const change = (part: Partial<School>) => fields.change({ [which]: { ...school, ...part } });
    const cnpj = fields.text(`${which}.cnpj`);
    const logo = fields.input(`${which}.logo`);
    const masked = formatCnpj(school.cnpj);
    const isWrong = school.cnpj.replace(/[.\-/\s]/g, '').length >= 14 && masked === undefined;
    return (
      <Box component="fieldset" m={0} p="md" pt="xs" bd="1px solid var(--hairline)" bdrs="sm">
        <Text component="legend" fw={600} px={6}>
          {legend}
        </Text>
        <Stack gap="sm">
          <TextInput
            {...fields.input(`${which}.name`)}
            label={`Nome ${whose}`}
            maxLength={MAX_LENGTH.institution}
          />
          <TextInput
            {...cnpj}
            label={`CNPJ ${whose}`}
            placeholder="00.000.000/0000-00"
            error={cnpj.error || (isWrong && 'Os dígitos deste CNPJ não conferem.')}
            maxLength={CNPJ_MASKED_LENGTH}
            onBlur={() => {
              if (masked && masked !== school.cnpj) change({ cnpj: masked });
            }}
          />
          <LogoField
            whose={whose}
            shown={shownSchool(which).logo}
            name={logo.name}
            error={
              logo.error ||
              (school.logo === LOST && 'Escolha o logotipo de novo: a imagem não ficou guardada.')
            }
            onChange={(logo) => change({ logo })}
          />
        </Stack>
      </Box>
    );
  };

  return (
    <SectionForm id="instituicoes" title="Instituições" section={section}>
      {institution.example && (
        <Text c="dimmed">
          Até que isto seja preenchido, papéis e rodapé mostram uma escola de exemplo.
        </Text>
      )}
      <TextInput
        {...fields.input('company_name')}
        label="Nome da empresa"
        description="No rodapé das páginas, onde a palavra “ltda” vem depois dele."
        maxLength={MAX_LENGTH.institution}
      />
      <TextInput
        {...fields.input('city')}
        label="Cidade"
        description="No recibo, antes da data."
        maxLength={MAX_LENGTH.city}
      />
      <TextInput
        {...fields.input('graduation_unit')}
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
