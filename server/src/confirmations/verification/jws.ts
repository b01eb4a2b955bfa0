import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** Public keys by their id, as raw bytes in base64url. */
export type PublicKeys = ReadonlyMap<string, string>

export interface SigningKey {
  readonly id: string
  readonly publicKey: string
  readonly privateKey: KeyObject
}

const pattern = /^eyJ[\w-]{10,300}\.[\w-]{10,3000}\.[\w-]{86}$/
/**
 * Finds a JWS of this server inside a file. The match begins only at the start of a word, without which 5 MB of
 * `eyJeyJ…` took nine seconds, and with the whole beginning of our header, which V8 finds without looking at each byte.
 */
export const embeddedJws = /(?<![\w-])eyJhbGciOiJFZERTQSIsImtpZCI6I[\w-]{10,300}\.[\w-]{10,3000}\.[\w-]{86}(?![\w-])/
export const maxJwsLength = 300 + 3000 + 86 + 5

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string | undefined): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Makes a JSON Web Signature in compact form (RFC 7515, EdDSA of RFC 8037), which any JWS library can check. */
export function signJws({ id, privateKey }: SigningKey, payload: object): string {
  const signed = `${encode({ alg: 'EdDSA', kid: id })}.${encode(payload)}`
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
}

/**
 * Returns the payload of a token that one of the keys signed, or null. Accepts only this server's algorithm, whatever
 * the header names: a reader that follows the header can be tricked into checking nothing.
 */
export function verifyJws(token: string, keys: PublicKeys): Readonly<Record<string, unknown>> | null {
  if (!pattern.test(token)) return null
  const [head, payload, signature] = token.split('.')
  const { alg, kid } = decode(head) ?? {}
  const x = typeof kid === 'string' ? keys.get(kid) : undefined
  if (alg !== 'EdDSA' || x === undefined) return null
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const valid = verify(null, Buffer.from(`${head}.${payload}`), key, Buffer.from(signature ?? '', 'base64url'))
  return valid ? decode(payload) : null
}
