export const ACCESS_MINUTES = 15;
/** A session that is not renewed for this long ends. */
export const REFRESH_IDLE_MINUTES = 12 * 60;
/** A session ends after this long, renewed or not. The cookie lives equally long. */
export const SESSION_DAYS = 7;
/** Ended sessions are kept so that an administrator can see where a user has been signed in. */
export const SESSIONS_KEPT_DAYS = 183;
