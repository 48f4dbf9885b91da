/** Who may make a call. */
export type Access = 'anyone' | 'signed-in' | 'admin';

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In Fastify's notation; the trailing slash is optional in a request. */
  readonly path: `/api/${string}/`;
  readonly access: Access;
};

/** The calls of the login page, which loads no others. */
export const firstRoutes = {
  login: { method: 'POST', path: '/api/auth/login/', access: 'anyone' },
  refreshSession: { method: 'POST', path: '/api/auth/refresh/', access: 'anyone' },
  logout: { method: 'POST', path: '/api/auth/logout/', access: 'anyone' },
  readInstitution: { method: 'GET', path: '/api/institution/', access: 'anyone' },
} as const satisfies Record<string, Route>;
