import { createHash, randomBytes } from 'node:crypto';

/** A token of 256 random bits. The database stores only its SHA-256. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * The refresh token that follows another. A retry with the same token and the same attempt gets the same
 * successor; a thief who has only the token cannot compute it.
 */
export function successorOf(token: string, attempt: string): string {
  return createHash('sha256').update(`successor\n${token}\n${attempt}`).digest('base64url');
}
