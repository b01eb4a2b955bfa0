import type { FastifyInstance } from 'fastify'
import { personHeader } from '@customer-center/contract/session'
import { webshopUserFields } from '@customer-center/contract/webshop-user'
import {
  getCurrentWebshopUserSchema,
  listWebshopUsersSchema,
  saveWebshopUserSchema
} from '@customer-center/contract/webshop-user.fields'
import { sessionOwnerHash } from '../../account/index.ts'
import { resFields } from '../../platform/http/query-parameters.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { saveShopUser } from './save-shop-user.ts'
import { listShopUsers } from './shop-user-list.repository.ts'

/** Reads shop users, and changes the own one. */
export function shopUserRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services

  route(app, getCurrentWebshopUserSchema, async ({ query, caller, reply }) => {
    const codes = resFields(webshopUserFields, query.RES_FIELDS, true)
    const [own] = await listShopUsers(db, caller, codes, 'own')
    // The row was there when the session was checked.
    if (!own) throw new Refusal('notLoggedIn')
    void reply.header(personHeader, sessionOwnerHash(caller))
    return own
  })

  route(app, listWebshopUsersSchema, async ({ query, caller }) =>
    listShopUsers(db, caller, resFields(webshopUserFields, query.RES_FIELDS, true), 'permitted')
  )

  route(app, saveWebshopUserSchema, ({ body, caller, request }) => saveShopUser(services, caller, body.data, request))
}
