import type { FastifyInstance } from 'fastify'
import { contactFields } from '@customer-center/contract/contact'
import {
  createContactSchema,
  exportContactsSchema,
  listContactsSchema,
  saveContactSchema
} from '@customer-center/contract/contact.fields'
import { emptyList } from '../../platform/database/list.ts'
import { requireFreshLogin } from '../../platform/http/caller.ts'
import { isOwnCustomer, nonEmpty, resFields } from '../../platform/http/query-parameters.ts'
import { route } from '../../platform/http/route.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import type { Services } from '../../platform/services.ts'
import { contactFile } from './contact-file.ts'
import { contactRows, listContacts } from './contact-list.repository.ts'
import { createContact, saveContact } from './save-contact.ts'

/** Reads and writes the contacts of the caller's customer. */
export function contactRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services

  route(app, listContactsSchema, async ({ query, caller, request }) => {
    const codes = resFields(contactFields, query.RES_FIELDS, true)
    if (!isOwnCustomer(query, caller, request)) return emptyList
    const pvaid = nonEmpty(query.pvaid)
    const filter = { contact: pvaid === undefined ? undefined : Number(pvaid), shopEmail: nonEmpty(query.shopEmail) }
    return listContacts(db, caller, codes, filter)
  })

  // The list would help to deceive the whole company with false invoices and links.
  route(app, exportContactsSchema, async ({ caller, request }) => {
    requireFreshLogin(caller)
    const file = contactFile(await contactRows(db, caller))
    noteSecurityEvent(request, 'data-exported', { data: 'contacts' })
    return file
  })
  route(app, createContactSchema, ({ body, caller, request }) => createContact(services, caller, body.data, request))
  route(app, saveContactSchema, ({ body, caller, request }) => saveContact(services, caller, body.data, request))
}
