import { FICTITIOUS } from '@balcao/contract/shop/fictitious-school.ts';
import type {
  Institution,
  InstitutionInput,
  PaperChoice,
  ShownInstitution,
} from '@balcao/contract/shop/institution.ts';
import type { Pix } from '@balcao/contract/shop/pix.ts';
import { formatCnpj } from '@balcao/domain/cnpj.ts';
import { readPixKey } from '@balcao/domain/pix/pix-key.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { findSettings, type SettingsRow } from '../../database/settings-row.ts';
import { Refusal } from '../../request/refusal.ts';
import type { Actor } from '../audit/audit.service.ts';
import { editPart } from '../audit/edit-part.ts';
import { auditedInstitution, auditedPix } from './audited-fields.ts';
import { hasPaymentMethod, insertLogo } from './institution.repository.ts';
import { logoOf } from './logo-picture.ts';

export { findLogo, type Logo } from './institution.repository.ts';

/** Every request reads it again, because several servers may share the database. */
export async function readInstitution(db: Db, sample: boolean): Promise<ShownInstitution> {
  return { ...shownInstitution(await findSettings(db)), sample };
}

function shownInstitution({ institution, paper }: SettingsRow): Omit<ShownInstitution, 'sample'> {
  if (!institution) return { ...FICTITIOUS, paper, example: true };
  const [college, school] = institution.institutions;
  const withAddress = ({ logo, ...rest }: typeof college) => ({
    ...rest,
    logo: logo && `/api/institution/logos/${logo}`,
  });
  const institutions: Institution['institutions'] = [withAddress(college), withAddress(school)];
  return { ...institution, institutions, paper, example: false };
}

const SCHOOL_WORDS = {
  company_name: 'a empresa',
  city: 'a cidade',
  graduation_unit: 'a unidade de graduação',
  'college.name': 'o nome da faculdade',
  'college.cnpj': 'o CNPJ da faculdade',
  'school.name': 'o nome do colégio',
  'school.cnpj': 'o CNPJ do colégio',
} as const;

/** The texts of the school by the names of the form's fields. */
const textsOf = ({ company_name, city, graduation_unit, college, school }: Texts) => ({
  ...{ company_name, city, graduation_unit },
  ...{ 'college.name': college.name, 'college.cnpj': college.cnpj },
  ...{ 'school.name': school.name, 'school.cnpj': school.cnpj },
});
type School = { name: string; cnpj: string };
type Texts = Omit<Institution, 'institutions'> & { college: School; school: School };

/** With `seen`, what a form was shown, only what it changed. Throws changed_meanwhile, wrong_cnpj and unfit_logo. */
export async function editInstitution(
  db: Db,
  { actor, sample }: { actor: Actor; sample: boolean },
  input: InstitutionInput,
  seen?: string,
): Promise<ShownInstitution> {
  const row = await editPart(db, actor, 'institution.edited', {
    typed: textsOf({
      company_name: tidyText(input.company_name),
      city: tidyText(input.city),
      graduation_unit: tidyText(input.graduation_unit),
      college: checkedSchool('college', input),
      school: checkedSchool('school', input),
    }),
    ...{ shown: seen, words: SCHOOL_WORDS },
    // The example is nobody's: its fields are empty in the form, and all of it is typed.
    fields: ({ institution }) => {
      if (!institution) return undefined;
      const [college, school] = institution.institutions;
      return textsOf({ ...institution, college, school });
    },
    stored: async ({ company_name, city, graduation_unit, ...of }, { institution }, tx) => {
      const [college, school] = institution?.institutions ?? [];
      const institutions = [
        {
          ...{ name: of['college.name'], cnpj: of['college.cnpj'] },
          logo: await storedLogo(tx, 'college', input, college?.logo),
        },
        {
          ...{ name: of['school.name'], cnpj: of['school.cnpj'] },
          logo: await storedLogo(tx, 'school', input, school?.logo),
        },
      ];
      const texts = { company_name, city, graduation_unit };
      return { institution: JSON.stringify({ ...texts, institutions }) };
    },
    audited: ({ institution }, tx) =>
      institution ? auditedInstitution(tx, institution) : undefined,
  });
  return { ...shownInstitution(row), sample };
}

function checkedSchool(which: 'college' | 'school', input: InstitutionInput): School {
  const { name, cnpj } = input[which];
  const masked = formatCnpj(cnpj);
  if (!masked) throw new Refusal('wrong_cnpj', { field: `body/${which}/cnpj` });
  return { name: tidyText(name), cnpj: masked };
}

async function storedLogo(
  tx: Tx,
  which: 'college' | 'school',
  input: InstitutionInput,
  before: string | null = null,
): Promise<string | null> {
  const { logo } = input[which];
  if (typeof logo !== 'string') return logo === null ? null : before;
  const picture = logoOf(Buffer.from(logo, 'base64'), `body/${which}/logo`);
  await insertLogo(tx, picture);
  return picture.hash;
}

export async function editPaper(db: Db, actor: Actor, typed: PaperChoice): Promise<PaperChoice> {
  const { paper } = await editPart(db, actor, 'settings.edited', {
    typed,
    fields: ({ paper }) => ({ paper }),
    stored: (after) => after,
  });
  return { paper };
}

/** The receiver of Pix payments; null if the shop shows no QR codes. */
export async function readPix(db: Db): Promise<Pix | null> {
  return (await findSettings(db)).pix;
}

/** The same, and whether its method was renamed or deleted, which ends the QR codes. */
export async function readPixAndMethod(db: Db) {
  const pix = await readPix(db);
  return { pix, unknown_method: pix !== null && !(await hasPaymentMethod(db, pix.method)) };
}

const NO_PIX: Pix = { method: '', key: '', name: '', city: '' };
const PIX_WORDS = {
  ...{ method: 'a forma de pagamento do Pix', key: 'a chave Pix' },
  ...{ name: 'quem recebe por Pix', city: 'a cidade de quem recebe' },
};

/** With `seen`, what a form was shown, only what it changed. Throws changed_meanwhile, unknown_payment_method and unfit_pix_key. */
export async function editPix(db: Db, actor: Actor, typed: Pix | null, seen?: string) {
  const sent = typed && {
    method: tidyText(typed.method),
    key: readPixKey(typed.key)?.key ?? '',
    name: tidyText(typed.name),
    city: tidyText(typed.city),
  };
  if (sent?.key === '') throw new Refusal('unfit_pix_key', { field: 'body/pix/key' });
  const { pix } = await editPart(db, actor, 'pix.edited', {
    ...{ typed: sent ?? NO_PIX, shown: seen, words: PIX_WORDS },
    fields: (row) => row.pix ?? NO_PIX,
    stored: async (after, _, tx) => {
      if (after.method === '') return { pix: null };
      if (!(await hasPaymentMethod(tx, after.method))) {
        throw new Refusal('unknown_payment_method', { field: 'body/pix/method' });
      }
      return { pix: JSON.stringify(after) };
    },
    audited: (row) => auditedPix(row.pix),
  });
  return { pix, unknown_method: false };
}
