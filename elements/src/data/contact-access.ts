import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type ContactAccess,
  contactAccessFields,
  getContactAccess,
  sendContactAccess
} from '@customer-center/contract/contact-access'
import { Right } from '@customer-center/contract/rights'
import { rowOf } from '../client/rows.ts'
import { serializeId } from '../client/saved-row.ts'
import type { Reading } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { changeContact, contact, type ContactKeys, contactFieldMap } from './contact.ts'

const as = rowOf({ noun: 'contact-access', fields: contactAccessFields }) as Reading<ContactAccess>

export function contactAccess({ call }: Pick<AppContext, 'call'>, pvaid: string) {
  return queryOptions({
    queryKey: ['contact-access', pvaid],
    queryFn: ({ signal }) => call(getContactAccess, { as, query: { pvaid }, signal }),
    staleTime: 0
  })
}

/** Asks the server to mail the access again; returns its state so far. */
export function resendAccess({ call, config: { format } }: Pick<AppContext, 'call' | 'config'>, pvaid: string) {
  return call(sendContactAccess, {
    as,
    body: { data: { pvaid: serializeId(format, contactFieldMap, 'pvaid', pvaid) } }
  })
}

/** Takes a contact's access away by one write of right and state; `giveBack` is the write that restores both. */
export async function removeAccess(app: AppContext, queries: QueryClient, keys: ContactKeys) {
  const row = await queries.fetchQuery({ ...contact(app, keys), staleTime: 0 })
  const saved = await changeContact(app, keys, { active: false, webshopRights: String(Right.none) }, row)
  const before = { active: true, webshopRights: row.values['webshopRights'] ?? '' }
  return { saved, giveBack: () => changeContact(app, keys, before, { ...row, version: saved.version }) }
}
