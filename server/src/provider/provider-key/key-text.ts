import { newToken, tokenHash } from '../../platform/lib/tokens.ts'

// A prefix by which a scanner finds a key in a repository.
const prefix = 'kcp_'

/** Makes a new key, and the hash that is stored of it. */
export function newKey(): { readonly key: string; readonly hash: Buffer } {
  const key = `${prefix}${newToken()}`
  return { key, hash: tokenHash(key) }
}

/** Returns the hash of the key in an `Authorization` header; undefined where there is none of its form. */
export function keyHashOf(authorization: string | undefined): Buffer | undefined {
  const key = /^Bearer +(kcp_[\w-]{43})$/i.exec(authorization ?? '')?.[1]
  return key === undefined ? undefined : tokenHash(key)
}
