import type { FastifyInstance, FastifyRequest } from 'fastify'
import { throttleAttempts } from '../../account/index.ts'
import type { Db } from '../../platform/database/query.ts'
import { networksOf } from '../../platform/http/client-address.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import { Problem, wrongKey } from '../problem/problem.ts'
import { findKey, type ProviderKey } from './provider-key.repository.ts'
import { keyHashOf, allowsScope, type AskedScope } from './provider-key.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Scope that the key needs; set for every call of the provider's API. */
    scope?: AskedScope
  }
  interface FastifyRequest {
    providerKey: ProviderKey | null
  }
}

function refusal(request: FastifyRequest): Problem {
  noteSecurityEvent(request, 'key-refused')
  return new Problem(401, wrongKey, {
    'www-authenticate': 'Bearer realm="provider", error="invalid_token"'
  })
}

async function findKeyOf(db: Db, hash: Buffer, { ip }: FastifyRequest): Promise<ProviderKey | undefined> {
  // Valid keys are not counted: a program that shares its address with a guesser still gets in.
  const key = await findKey(db, hash)
  if (key) return key
  await throttleAttempts(db, { account: 'provider-key', networks: networksOf(ip) }, async () => undefined, {
    limited: 'providerKey'
  })
  return undefined
}

// A program calls for many people, so its share is that of a customer.
const ownerOf = ({ id }: ProviderKey) => ({ customer: `key ${id}` })

/** Checks the key of every call, before its body is read. */
export function registerKeyAuth(app: FastifyInstance, db: Db): void {
  app.decorateRequest('providerKey', null)
  app.addHook('onRequest', async (request, reply) => {
    const { scope } = request.routeOptions.config
    if (scope === undefined) return
    const hash = keyHashOf(request.headers.authorization)
    if (!hash) throw refusal(request)
    const authentication = app.admission.lookUp(request, reply, {
      token: hash.toString('hex'),
      find: () => findKeyOf(db, hash, request),
      ownerOf
    })
    request.authentication = authentication
    const key = await authentication
    if (!key) throw refusal(request)
    request.log.info({ providerKey: key.name }, 'called by a key of the provider')
    if (!allowsScope(key.scopes, scope)) {
      throw new Problem(403, `The key is not good for the scope ${scope}.`, {
        'www-authenticate': `Bearer realm="provider", error="insufficient_scope", scope="${scope}"`
      })
    }
    request.providerKey = key
  })
}

/** Returns the key of a call that `registerKeyAuth` has let through. */
export function authenticatedKey({ providerKey }: FastifyRequest): ProviderKey {
  if (providerKey === null) throw new Error('A call without a scope has no key.')
  return providerKey
}
