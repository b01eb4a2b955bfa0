import { contactFields, type ContactQuery } from '@customer-center/contract/contact'
import { listContactsSchema } from '@customer-center/contract/contact.schema'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { resFields } from '../http/fields.ts'
import { RawJson } from '../http/raw-json.ts'
import { route } from '../http/route.ts'
import type { Services } from '../http/services.ts'
import { listContacts } from './contact-list.repository.ts'

const given = (value: string | undefined) => (value === undefined || value.trim() === '' ? undefined : value.trim())

/** Whether the query speaks of the caller's own customer, or of none by name. */
function isOwnCustomer(query: ContactQuery, { company, id }: Caller): boolean {
  return Number(given(query.company) ?? company) === company && Number(given(query.id) ?? id) === id
}

/** Reads and writes the contacts of the caller's customer. */
export function contactRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, listContactsSchema, async ({ query, caller }) => {
    const codes = resFields(contactFields, query.RES_FIELDS, true)
    if (!isOwnCustomer(query, caller)) return new RawJson('[]')
    const pvaid = given(query.pvaid)
    const filter = { pvaid: pvaid === undefined ? undefined : Number(pvaid), shopEmail: given(query.shopEmail) }
    return listContacts(db, caller, codes, filter)
  })
}
