import { importResourceNames, type ImportResourceName } from '@customer-center/contract/import/resources'

type Kind = 'read' | 'write'

/** Scopes of a key of the provider; `read` and `write` are for every resource. */
export type Scope = 'sessions' | Kind | `${Kind}:${ImportResourceName}`

export const scopes: readonly [Scope, ...Scope[]] = [
  'sessions',
  'read',
  'write',
  ...importResourceNames.flatMap((name) => [`read:${name}`, `write:${name}`] as const)
]

/** The scope that a call needs; `write:*`: it has to be good for writing something. */
export type AskedScope = Scope | 'write:*'

export function allows(granted: readonly string[], asked: AskedScope): boolean {
  const [kind = '', resource] = asked.split(':')
  if (granted.includes(kind) || granted.includes(asked)) return true
  return resource === '*' && granted.some((scope) => scope.startsWith(`${kind}:`))
}
