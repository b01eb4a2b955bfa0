import { webshopUserFields } from '@customer-center/contract/webshop-user'
import { getCurrentWebshopUserSchema, listWebshopUsersSchema } from '@customer-center/contract/webshop-user.schema'
import type { FastifyInstance } from 'fastify'
import { resFields } from '../http/fields.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import type { Services } from '../http/services.ts'
import { listWebshopUsers } from './webshop-user.repository.ts'

/** Reads shop users. */
export function webshopUserRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, getCurrentWebshopUserSchema, async ({ query, caller }) => {
    const codes = resFields(webshopUserFields, query.RES_FIELDS, true)
    const [own] = await listWebshopUsers(db, caller, codes, 'own')
    // It was there when the session was checked.
    if (!own) throw new Refusal('notLoggedIn')
    return own
  })

  route(app, listWebshopUsersSchema, async ({ query, caller }) =>
    listWebshopUsers(db, caller, resFields(webshopUserFields, query.RES_FIELDS, true), 'permitted')
  )
}
