import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type ContactAccess,
  contactAccessFields,
  getContactAccess,
  sendContactAccess
} from '@customer-center/contract/contact-access'
import type { Id } from '@customer-center/contract/field-codes'
import { Right } from '@customer-center/contract/rights'
import { fromWire } from '../client/fields.ts'
import type { AppContext } from '../context/app-context.ts'
import { changeContact, contact, type ContactKeys } from './contact.ts'

type AccessCaller = Pick<AppContext, 'call' | 'config'>

const map = { noun: 'contact-access', fields: contactAccessFields } as const

export function contactAccess({ call, config }: AccessCaller, pvaid: Id) {
  return queryOptions({
    queryKey: ['contact-access', pvaid],
    queryFn: async ({ signal }) =>
      readAccess(config, await call(getContactAccess, { query: { pvaid: String(pvaid) }, signal })),
    staleTime: 0
  })
}

/** Asks the server to mail the access again; returns its state so far. */
export async function resendAccess({ call, config }: AccessCaller, pvaid: Id): Promise<ContactAccess> {
  return readAccess(config, await call(sendContactAccess, { body: { data: { pvaid } } }))
}

function readAccess({ fieldCodes }: AppContext['config'], wire: unknown): ContactAccess {
  return fromWire(map, fieldCodes, wire) as ContactAccess
}

/** Takes a contact's access away by one write of right and state; `giveBack` is the write that restores both. */
export async function removeAccess(app: AppContext, queries: QueryClient, keys: ContactKeys) {
  const row = await queries.fetchQuery({ ...contact(app, keys), staleTime: 0 })
  const saved = await changeContact(app, keys, { active: false, webshopRights: Right.none }, row)
  const before = { active: true, webshopRights: row.values['webshopRights'] ?? '' }
  return { saved, giveBack: () => changeContact(app, keys, before, { ...row, version: saved.version }) }
}
