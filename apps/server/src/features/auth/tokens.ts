import { createHash, randomBytes } from 'node:crypto';

/** Opaque tokens of 256 bits; the database knows only their SHA-256. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * The refresh token that follows another. Who asks again with the same token and the same attempt, because
 * the answer was lost, gets the same successor; who only has the token cannot compute it.
 */
export function successorOf(token: string, attempt: string): string {
  return createHash('sha256').update(`successor\n${token}\n${attempt}`).digest('base64url');
}
