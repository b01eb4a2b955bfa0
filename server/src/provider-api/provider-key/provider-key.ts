import { importResourceNames, type ImportResourceName } from '@customer-center/contract/import/resources'
import { newToken, tokenHash } from '../../platform/lib/tokens.ts'

// Prefix by which a scanner recognises a key in a repository.
const prefix = 'kcp_'

export function newKey(): { readonly key: string; readonly hash: Buffer } {
  const key = `${prefix}${newToken()}`
  return { key, hash: tokenHash(key) }
}

/** Returns the hash of the key in an `Authorization` header; undefined without a key of this form. */
export function keyHashOf(authorization: string | undefined): Buffer | undefined {
  const key = /^Bearer +(kcp_[\w-]{43})$/i.exec(authorization ?? '')?.[1]
  return key === undefined ? undefined : tokenHash(key)
}

type ScopeKind = 'read' | 'write'

/** Scopes of calls about one person, each with the name of its call; `read` and `write` do not include them. */
export const personScopes = [
  'sessions',
  'users',
  'issued-letters',
  'revocations',
  'mails',
  'reset-mails',
  'logins',
  'refused-logins',
  'data-copies',
  'bounces'
] as const

/** Scopes of a provider's key; `read` and `write` are for every resource. */
export type KeyScope = (typeof personScopes)[number] | ScopeKind | `${ScopeKind}:${ImportResourceName}`

export const keyScopes: readonly [KeyScope, ...KeyScope[]] = [
  ...personScopes,
  'read',
  'write',
  ...importResourceNames.flatMap((name) => [`read:${name}`, `write:${name}`] as const)
]

/** Scope that a call needs; `write:*` means any scope that allows writing. */
export type AskedScope = KeyScope | 'write:*'

export function allowsScope(granted: readonly string[], asked: AskedScope): boolean {
  const [kind = '', resource] = asked.split(':')
  if (granted.includes(kind) || granted.includes(asked)) return true
  return resource === '*' && granted.some((scope) => scope.startsWith(`${kind}:`))
}
