/**
 * Every response of Balcão says that it is one. A server that knows the specification alone may give any path an answer,
 * and no page takes it for the answer of a call that the specification does not have.
 */
export const SERVED_BY = { name: 'x-served-by', value: 'balcao' } as const;

/** The people who may make a call. */
export type Access = 'anyone' | 'signed-in' | 'admin';

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In Fastify's notation; the trailing slash is optional in a request. */
  readonly path: `/api/${string}/`;
  readonly access: Access;
  /**
   * The calls with which it takes turns. By default a GET takes turns with the lists, and any other call with
   * the changes. `own`: the feature has turns of its own, or one answer for all who ask at once.
   */
  readonly turns?: 'lists' | 'own';
  /** An administrator who must set up a second factor may make it. */
  readonly settingUp?: true;
};

export const call = <A extends Access>(
  method: Route['method'],
  path: Route['path'],
  access: A,
  more: Pick<Route, 'turns' | 'settingUp'> = {},
): Route & { readonly access: A } => ({ method, path, access, ...more });
