import type { Institution } from '@balcao/contract/shop/institution.ts';

type Props = { school: Institution['institutions'][0]; alt: string };

/** The logo of an institution; its name while it has none. */
export function SchoolLogo({ school, alt }: Props) {
  return school.logo ? <img src={school.logo} alt={alt} /> : <strong>{school.name}</strong>;
}
