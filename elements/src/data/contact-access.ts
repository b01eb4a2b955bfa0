import { queryOptions } from '@tanstack/react-query'
import {
  type ContactAccess,
  contactAccessFields,
  getContactAccess,
  sendContactAccess
} from '@customer-center/contract/contact-access'
import type { Id } from '@customer-center/contract/field-codes'
import { fromWire } from '../client/fields.ts'
import type { AppContext } from '../context/app-context.ts'

type AccessCaller = Pick<AppContext, 'call' | 'config'>

const map = { noun: 'contact-access', fields: contactAccessFields } as const

/** Query: the state of a contact's access. */
export function contactAccess({ call, config }: AccessCaller, contact: Id) {
  return queryOptions({
    queryKey: ['contact-access', contact],
    queryFn: async ({ signal }) =>
      readAccess(config, await call(getContactAccess, { query: { pvaid: String(contact) }, signal })),
    staleTime: 0
  })
}

/** Asks the server to mail the access again; returns its state so far. */
export async function resendAccess({ call, config }: AccessCaller, contact: Id): Promise<ContactAccess> {
  return readAccess(config, await call(sendContactAccess, { body: { data: { pvaid: contact } } }))
}

function readAccess({ fieldCodes }: AppContext['config'], wire: unknown): ContactAccess {
  return fromWire(map, fieldCodes, wire) as ContactAccess
}
