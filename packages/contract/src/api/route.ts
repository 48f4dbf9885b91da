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
