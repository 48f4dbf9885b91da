/** Administrators may do everything that sellers may. */
export type Role = 'admin' | 'seller';

export function roleOf(user: { readonly admin: boolean }): Role {
  return user.admin ? 'admin' : 'seller';
}
