import { contactFields } from '@customer-center/contract/contact'
import { createContactSchema, listContactsSchema, saveContactSchema } from '@customer-center/contract/contact.schema'
import type { FastifyInstance } from 'fastify'
import { resFields } from '../http/fields.ts'
import { given, isOwnCustomer } from '../http/own-customer.ts'
import { RawJson } from '../http/raw-json.ts'
import { route } from '../http/route.ts'
import type { Services } from '../http/services.ts'
import { listContacts } from './contact-list.repository.ts'
import { createContact } from './create-contact.ts'
import { saveContact } from './save-contact.ts'

/** Reads and writes the contacts of the caller's customer. */
export function contactRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services

  route(app, listContactsSchema, async ({ query, caller }) => {
    const codes = resFields(contactFields, query.RES_FIELDS, true)
    if (!isOwnCustomer(query, caller)) return new RawJson('[]')
    const pvaid = given(query.pvaid)
    const filter = { pvaid: pvaid === undefined ? undefined : Number(pvaid), shopEmail: given(query.shopEmail) }
    return listContacts(db, caller, codes, filter)
  })

  route(app, createContactSchema, ({ body, caller, request }) => createContact(services, caller, body.data, request))
  route(app, saveContactSchema, ({ body, caller }) => saveContact(services, caller, body.data))
}
