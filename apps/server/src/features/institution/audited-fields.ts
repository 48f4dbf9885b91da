import type { Institution } from '@balcao/contract/shop/institution.ts';
import type { Pix } from '@balcao/contract/shop/pix.ts';
import type { Db } from '../../database/connection.ts';
import { findLogoSize } from './institution.repository.ts';

/** The institution as the audit has it: of a logo its kind, its size and its hash. */
export async function auditedInstitution(db: Db, { institutions, ...texts }: Institution) {
  const [college, school] = institutions;
  return {
    ...texts,
    college_name: college.name,
    college_cnpj: college.cnpj,
    college_logo: await wordsOfLogo(db, college.logo),
    school_name: school.name,
    school_cnpj: school.cnpj,
    school_logo: await wordsOfLogo(db, school.logo),
  };
}

async function wordsOfLogo(db: Db, hash: string | null): Promise<string | null> {
  const logo = hash === null ? undefined : await findLogoSize(db, hash);
  return logo ? `${logo.type.replace('image/', '')}, ${logo.bytes} bytes, sha256 ${hash}` : null;
}

export function auditedPix(pix: Pix | null) {
  return {
    pix_method: pix?.method ?? null,
    // The audit holds no whole CPF.
    pix_key: pix?.key.replace(/^\d{3}(\d{6})\d\d$/, '***$1**') ?? null,
    pix_name: pix?.name ?? null,
    pix_city: pix?.city ?? null,
  };
}
