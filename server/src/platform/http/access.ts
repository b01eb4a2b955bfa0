import { defaultApiVersion } from '@customer-center/contract/limits'
import { type Access } from '@customer-center/contract/endpoint'
import { everyRight, Right, type RightName } from '@customer-center/contract/rights'
import { mayOpen } from '@customer-center/contract/routes'
import { versionHeaders } from '@customer-center/contract/session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Caller, CallerList } from './caller.ts'
import { RawJson } from './raw-json.ts'
import { Refusal } from './refusal.ts'
import { checkXsrf } from './xsrf.ts'

/** A list to read for whoever has one of the rights. */
export interface AskedList extends CallerList {
  readonly rights: readonly number[]
}

/** Reads the caller from a request's token, and the JSON text of the list; undefined without a living session. */
export type Identify = (
  request: FastifyRequest,
  list?: AskedList
) => Promise<{ readonly caller: Caller; readonly list: string | null } | undefined>

function checkVersion(request: FastifyRequest): void {
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

function mayCall(access: Exclude<Access, 'public'>, right: RightName, config: Config): boolean {
  return 'route' in access ? mayOpen(access.route, right, config.routeRights) : access.includes(right)
}

/** The list that the request's route reads along with the token, for those who may call it. */
function askedList({ routeOptions, query }: FastifyRequest, config: Config): AskedList | undefined {
  const { access, list } = routeOptions.config
  const asked = access === undefined || access === 'public' ? undefined : list?.(query)
  if (access === undefined || access === 'public' || !asked) return undefined
  const rights = everyRight.filter((right) => mayCall(access, right, config)).map((right) => Right[right])
  return { ...asked, rights }
}

/** Stands before every call of the contract: version, anti-forgery, session, generated password, right, in this order. */
export function guardCalls(app: FastifyInstance, config: Config, identify: Identify): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('list', null)
  app.addHook('onRequest', async (request) => {
    const { access, initial } = request.routeOptions.config
    if (access === undefined) return
    checkVersion(request)
    checkXsrf(request, config)
    if (access !== 'public') {
      const list = askedList(request, config)
      const check = identify(request, list)
      request.check = check
      const identified = await check
      if (!identified) throw new Refusal('notLoggedIn')
      const { caller } = identified
      if (caller.passwordMustChange && !initial) throw new Refusal('passwordMustChange')
      if (!mayCall(access, caller.right, config)) throw new Refusal('noRight')
      request.caller = caller
      if (identified.list !== null) request.list = new RawJson(identified.list)
    }
    checkContentType(request)
  })
}
