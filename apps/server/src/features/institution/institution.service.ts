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
import {
  findSettings,
  lockSettings,
  type SettingsRow,
  updateSettings,
} from '../../database/settings-row.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { edited } from '../../request/shown-row.ts';
import { type Actor, recordAudit } from '../audit/audit.service.ts';
import { auditedInstitution, auditedPix } from './audited-fields.ts';
import { hasPaymentMethod, insertLogo } from './institution.repository.ts';
import { logoOf } from './logo-picture.ts';

export { findLogo, type Logo } from './institution.repository.ts';

/** Every request reads it again, because several servers may share the database. */
export async function readInstitution(db: Db, sample: boolean): Promise<ShownInstitution> {
  return { ...shown(await findSettings(db)), sample };
}

function shown({ institution, paper }: SettingsRow): Omit<ShownInstitution, 'sample'> {
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
  return inTransaction(db, async (tx) => {
    const row = await lockSettings(tx);
    const [college, school] = row.institution?.institutions ?? [];
    const typed = textsOf({
      company_name: tidyText(input.company_name),
      city: tidyText(input.city),
      graduation_unit: tidyText(input.graduation_unit),
      college: checkedSchool('college', input),
      school: checkedSchool('school', input),
    });
    const before = row.institution && college && school && { ...row.institution, college, school };
    // The example is nobody's: its fields are empty in the form, and all of it is typed.
    const current = before ? textsOf(before) : typed;
    const now = edited(current, typed, before ? seen : undefined, SCHOOL_WORDS);
    const after: Institution = {
      ...{ company_name: now.company_name, city: now.city, graduation_unit: now.graduation_unit },
      institutions: [
        {
          ...{ name: now['college.name'], cnpj: now['college.cnpj'] },
          logo: await storedLogo(tx, 'college', input, college?.logo),
        },
        {
          ...{ name: now['school.name'], cnpj: now['school.cnpj'] },
          logo: await storedLogo(tx, 'school', input, school?.logo),
        },
      ],
    };
    await updateSettings(tx, { institution: JSON.stringify(after) });
    await recordAudit(tx, actor, 'institution.edited', {
      before: row.institution ? await auditedInstitution(tx, row.institution) : undefined,
      after: await auditedInstitution(tx, after),
    });
    return { ...shown({ ...row, institution: after }), sample };
  });
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

export async function editPaper(db: Db, actor: Actor, after: PaperChoice): Promise<PaperChoice> {
  return inTransaction(db, async (tx) => {
    const { paper } = await lockSettings(tx);
    await updateSettings(tx, after);
    await recordAudit(tx, actor, 'settings.edited', { before: { paper }, after });
    return after;
  });
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
  return inTransaction(db, async (tx) => {
    const before = (await lockSettings(tx)).pix;
    const changed = edited(before ?? NO_PIX, sent ?? NO_PIX, seen, PIX_WORDS);
    const pix = changed.method === '' ? null : changed;
    if (pix && !(await hasPaymentMethod(tx, pix.method))) {
      throw new Refusal('unknown_payment_method', { field: 'body/pix/method' });
    }
    await updateSettings(tx, { pix: pix && JSON.stringify(pix) });
    await recordAudit(tx, actor, 'pix.edited', {
      before: auditedPix(before),
      after: auditedPix(pix),
    });
    return { pix, unknown_method: false };
  });
}
