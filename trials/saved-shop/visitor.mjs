/** @typedef {{ login: string, password: string }} Login */
/** @typedef {(method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<any>} Send */

/** @param {string} origin @param {string} [token] */
export function visitor(origin, token) {
  /** @type {Send} */
  const send = async (method, path, body, headers = {}) => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    send,
    get: (/** @type {string} */ path) => send('GET', path),
    /** @param {string} path @param {unknown} [body] */
    post: (path, body) => send('POST', path, body),
    /** @param {Login} login */
    async signIn({ login, password }) {
      const { access } = await send('POST', '/api/auth/login/', { username: login, password });
      return visitor(origin, access);
    },
  };
}
