import { contactFields, type ContactQuery } from '@customer-center/contract/contact'
import { createContactSchema, listContactsSchema, saveContactSchema } from '@customer-center/contract/contact.schema'
import type { FastifyInstance } from 'fastify'
import type { CallerList } from '../../platform/http/caller.ts'
import { askedFields, resFields } from '../../platform/http/fields.ts'
import { given, isOwnCustomer } from '../../platform/http/own-customer.ts'
import { RawJson } from '../../platform/http/raw-json.ts'
import { type Call, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { contactsOfCaller, listContacts } from './contact-list.repository.ts'
import { createContact } from './create-contact.ts'
import { saveContact } from './save-contact.ts'

/** Of a query that has not been checked: a filter, and what will be refused, is left to the handler. */
function listOf(query: unknown): CallerList | undefined {
  const { RES_FIELDS: fields, ...filters } = query as Readonly<Record<string, unknown>>
  if (Object.keys(filters).length > 0 || (fields !== undefined && typeof fields !== 'string')) return undefined
  return contactsOfCaller(askedFields(contactFields, fields, true))
}

/** Reads and writes the contacts of the caller's customer. */
export function contactRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services

  const list = async ({ query, caller, request }: Call<ContactQuery, undefined>) => {
    const codes = resFields(contactFields, query.RES_FIELDS, true)
    if (request.list) return request.list
    if (!isOwnCustomer(query, caller)) return new RawJson('[]')
    const pvaid = given(query.pvaid)
    const filter = { pvaid: pvaid === undefined ? undefined : Number(pvaid), shopEmail: given(query.shopEmail) }
    return listContacts(db, caller, codes, filter)
  }
  route(app, listContactsSchema, list, listOf)

  route(app, createContactSchema, ({ body, caller, request }) => createContact(services, caller, body.data, request))
  route(app, saveContactSchema, ({ body, caller }) => saveContact(services, caller, body.data))
}
