import { createHash, randomBytes } from 'node:crypto'

/** Makes a token of 256 random bits. Only its hash is stored, so a copy of the database does not open a session. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Hashes with plain SHA-256: a token is random, so a slow hash would not protect it further. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
