import type { Institution } from '@balcao/contract/shop/institution.ts';
import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { auditedInstitution } from './audited-fields.ts';
import { findLogo, findShopRow, lockShopRow, updateShopRow } from './institution.repository.ts';
import { logoOf } from './logo-picture.ts';

/**
 * Takes away the logos that an earlier version has accepted and that would keep the login page from being
 * painted; their institutions show the name. Returns what the operator should know.
 */
export async function dropUnfitLogos(db: Db): Promise<string[]> {
  const { institution } = await findShopRow(db);
  if (!institution || (await unfitLogos(db, institution)).size === 0) return [];
  return inTransaction(db, async (tx) => {
    const { institution: before } = await lockShopRow(tx);
    if (!before) return [];
    const unfit = await unfitLogos(tx, before);
    const [college, school] = before.institutions;
    const without = (one: typeof college) =>
      unfit.has(one.logo ?? '') ? { ...one, logo: null } : one;
    const after: Institution = { ...before, institutions: [without(college), without(school)] };
    await updateShopRow(tx, { institution: JSON.stringify(after) });
    await recordAudit(tx, {
      actor: null,
      action: 'institution.edited',
      subjectId: null,
      before: await auditedInstitution(tx, before),
      after: await auditedInstitution(tx, after),
    });
    return [college, school]
      .filter(({ logo }) => unfit.has(logo ?? ''))
      .map(
        ({ name }) =>
          `o logotipo de ${name} foi retirado: este SVG pode travar a tela de entrada. Envie-o como PNG em Configurações.`,
      );
  });
}

/** Their hashes. */
async function unfitLogos(db: Db, { institutions }: Institution): Promise<Set<string>> {
  const unfit = new Set<string>();
  for (const { logo: hash } of institutions) {
    const logo = hash ? await findLogo(db, hash) : undefined;
    if (logo?.type !== 'image/svg+xml') continue;
    try {
      // One from institution.json may be larger than an upload.
      logoOf(logo.content, 'logo', Number.POSITIVE_INFINITY);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      unfit.add(logo.hash);
    }
  }
  return unfit;
}
