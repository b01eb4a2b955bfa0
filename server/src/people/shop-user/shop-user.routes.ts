import type { FastifyInstance } from 'fastify'
import { versionCode } from '@customer-center/contract/field-codes'
import { personHeader } from '@customer-center/contract/session'
import {
  shopUserFields,
  getCurrentShopUserSchema,
  listShopUsersSchema,
  saveShopUserSchema,
  setCurrentShopUserSchema
} from '@customer-center/contract/shop-user'
import { sessionOwnerHash, switchLogin } from '../../account/index.ts'
import type { Services } from '../../feature/services.ts'
import { networksOf } from '../../platform/http/client-address.ts'
import { resFields } from '../../platform/http/query-parameters.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import { fieldName } from '../../records/saving/field-name.ts'
import { findCustomerNumber } from '../customer/index.ts'
import { saveShopUser } from './save-shop-user.ts'
import { listShopUsers } from './shop-user-list.repository.ts'

/** Adds the routes that read shop users and change the caller's own. */
export function shopUserRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services

  route(app, getCurrentShopUserSchema, async ({ query, caller, reply }) => {
    const codes = resFields(shopUserFields, query.RES_FIELDS, true)
    const [own] = await listShopUsers(db, caller, codes, 'own')
    // The row existed when the session was checked, so it was deleted since.
    if (!own) throw new Refusal('notLoggedIn')
    void reply.header(personHeader, sessionOwnerHash(caller))
    return own
  })

  route(app, listShopUsersSchema, async ({ query, caller }) =>
    listShopUsers(db, caller, resFields(shopUserFields, query.RES_FIELDS, true), 'permitted')
  )

  route(app, saveShopUserSchema, (call) => saveShopUser(services, call))
}

const { emailAddress, password } = shopUserFields
const known = [...Object.values(shopUserFields).map(({ code }) => code), versionCode]
const writable = [emailAddress.code, password.code]

/** @throws Refusal `unknownField`, `fieldNotWritable` */
function checkCodes(given: readonly string[]): void {
  const unknown = given.find((code) => !known.includes(code))
  if (unknown !== undefined) throw new Refusal('unknownField', { name: unknown })
  const fixed = given.find((code) => !writable.includes(code))
  if (fixed !== undefined) throw new Refusal('fieldNotWritable', { label: fieldName(fixed) })
}

/**
 * Adds the route of setcurrentwebshopuser, in development mode only: it gives the session to another user of the same
 * company.
 */
export function switchUserRoutes(app: FastifyInstance, services: Services): void {
  const { config, db } = services
  if (!config.development) return

  route(app, setCurrentShopUserSchema, async ({ body, caller, request }) => {
    checkCodes(Object.keys(body.data))
    const [userName, given] = [body.data[emailAddress.code], body.data[password.code]]
    if (typeof userName !== 'string' || typeof given !== 'string') throw new Refusal('loginFailed')
    const owner = await switchLogin(services, request, caller.family, {
      customerNumber: (await findCustomerNumber(db, caller)) ?? '',
      userName: userName.trim(),
      password: given,
      networks: networksOf(request.ip),
      providerId: caller.providerId
    })
    noteSecurityEvent(request, 'login', { person: owner, by: 'password' })
    const [user] = await listShopUsers(db, { ...caller, ...owner }, resFields(shopUserFields, undefined, true), 'own')
    if (!user) throw new Refusal('loginFailed')
    return user
  })
}
