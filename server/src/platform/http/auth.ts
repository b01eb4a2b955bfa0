import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mayCall } from '@customer-center/contract/endpoint'
import { defaultApiVersion } from '@customer-center/contract/limits'
import { versionHeaders } from '@customer-center/contract/session'
import type { Config } from '../config/config.ts'
import type { Caller } from './caller.ts'
import { Refusal } from './refusal.ts'
import { checkXsrf } from './xsrf.ts'

export interface Authentication {
  /** Returns the token that the request carries, whether valid or not. */
  readonly tokenOf: (request: FastifyRequest) => string | undefined
  /** Finds the caller with this token; undefined without an active session. */
  readonly findCaller: (request: FastifyRequest, token: string) => Promise<Caller | undefined>
  /** Names the session's person in the answer if the request did not. */
  readonly nameCaller: (request: FastifyRequest, reply: FastifyReply, caller: Caller) => void
}

function checkApiVersion(request: FastifyRequest): void {
  for (const name of versionHeaders) {
    const version = request.headers[name.toLowerCase()]
    if (version !== undefined && version !== defaultApiVersion) throw new Refusal('unsupportedVersion')
  }
}

const mediaTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const

function checkContentType(request: FastifyRequest): void {
  const { body } = request.routeOptions.config
  const type = request.headers['content-type']
  if (body === undefined || type === undefined) return
  if (type.split(';')[0]?.trim().toLowerCase() !== mediaTypes[body]) throw new Refusal('wrongContentType')
}

const ownerOf = ({ providerId, customerId, family }: Caller) => ({
  customer: `${providerId}:${customerId}`,
  session: family
})

/** Checks every call of the contract: version, anti-forgery, session, generated password, right, in this order. */
export function registerAuth(
  app: FastifyInstance,
  config: Config,
  { tokenOf, findCaller, nameCaller }: Authentication
): void {
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request, reply) => {
    const { access, allowsGeneratedPassword } = request.routeOptions.config
    if (access === undefined) return
    checkApiVersion(request)
    checkXsrf(request, config)
    if (access !== 'public') {
      const token = tokenOf(request)
      if (token === undefined) throw new Refusal('notLoggedIn')
      const authentication = app.admission.lookUp(request, reply, {
        token,
        find: () => findCaller(request, token),
        ownerOf
      })
      request.authentication = authentication
      const caller = await authentication
      if (!caller) throw new Refusal('notLoggedIn')
      request.caller = caller
      nameCaller(request, reply, caller)
      if (caller.passwordMustChange && !allowsGeneratedPassword) throw new Refusal('passwordMustChange')
      if (!mayCall({ access }, caller.right, config.routeRights)) throw new Refusal('noRight')
    }
    checkContentType(request)
  })
}
