/** What a signed-in person is: administrators do everything a seller does, and the rest. */
export type Role = 'admin' | 'seller';

export function roleOf(user: { readonly admin: boolean }): Role {
  return user.admin ? 'admin' : 'seller';
}
