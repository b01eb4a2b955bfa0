import type { FastifyInstance } from 'fastify'
import {
  contactFields,
  contactFileColumns,
  createContactSchema,
  exportContactsSchema,
  listContactsSchema,
  saveContactSchema
} from '@customer-center/contract/contact'
import type { WireRow } from '@customer-center/contract/field-codes'
import { rightName } from '@customer-center/contract/rights'
import type { Services } from '../../../feature/services.ts'
import { emptyList } from '../../../platform/database/list.ts'
import { requireFreshLogin } from '../../../platform/http/caller.ts'
import { csvFile } from '../../../platform/http/csv-file.ts'
import { isOwnCustomer, nonEmpty, resFields } from '../../../platform/http/query-parameters.ts'
import { route } from '../../../platform/http/route.ts'
import { noteSecurityEvent } from '../../../platform/http/security-event.ts'
import { fieldName } from '../../../records/saving/field-name.ts'
import { contactRows, listContacts } from './contact-list.repository.ts'
import { createContact, saveContact } from './save-contact.ts'
import texts from './texts.json' with { type: 'json' }

type Column = (typeof contactFileColumns)[number]

/** Returns the header of a column. Two columns are e-mail addresses; the one of the login is called user name. */
const headerOf = (column: Column) => (column === 'shopEmail' ? texts.userName : fieldName(contactFields[column].code))

function cell(row: WireRow, column: Column): string | null {
  const value = row[contactFields[column].code]
  if (column === 'webshopRights') return texts.rights[rightName(Number(value))]
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  return value === null || value === undefined ? null : String(value)
}

function contactFile(rows: readonly WireRow[]): Promise<WireRow> {
  return csvFile(texts.fileName, contactFileColumns.map(headerOf), rows, (row) => [
    contactFileColumns.map((column) => cell(row, column))
  ])
}

export function contactRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services

  route(app, listContactsSchema, async ({ query, caller, request }) => {
    const codes = resFields(contactFields, query.RES_FIELDS, true)
    if (!isOwnCustomer(query, caller, request)) return emptyList
    const pvaid = nonEmpty(query.pvaid)
    const filter = { contactId: pvaid === undefined ? undefined : Number(pvaid), shopEmail: nonEmpty(query.shopEmail) }
    return listContacts(db, caller, codes, filter)
  })

  // A fresh login is required, since the list would help to deceive the whole company with false invoices and links.
  route(app, exportContactsSchema, async ({ caller, request }) => {
    requireFreshLogin(caller)
    const file = await contactFile(await contactRows(db, caller))
    noteSecurityEvent(request, 'data-exported', { data: 'contacts' })
    return file
  })
  route(app, createContactSchema, (call) => createContact(services, call))
  route(app, saveContactSchema, (call) => saveContact(services, call))
}
