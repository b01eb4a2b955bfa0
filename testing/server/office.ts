import type { Db } from '../../server/src/platform/database/query.ts'
import { personScopes } from '../../server/src/provider-api/provider-key/provider-key.ts'
import type { TestApp } from './app.ts'
import type { TestCustomer } from './customer.ts'
import { addProviderKey } from './provider-keys.ts'

interface Given {
  readonly db: Db
  readonly server: TestApp
  readonly own: TestCustomer
  readonly twin: TestCustomer
}

/**
 * Gives a person an external ID, and makes the calls of an office's program about it; also with a key of another
 * company.
 */
export async function openOffice({ db, server, own, twin }: Given) {
  const personKey = 'P-17'
  const { contactId, providerId } = own.shopUsers.contact
  const person = db.updateTable('contacts').set({ external_id: personKey })
  await person.where('contact_id', '=', contactId).where('provider_id', '=', providerId).execute()
  const keyOf = async (of: TestCustomer) =>
    (await addProviderKey(db, { providerId: of.providerId, scopes: personScopes })).key
  const [keyOfOwn, keyOfTwin] = [await keyOf(own), await keyOf(twin)]
  async function ask(path: string, body?: object, key = keyOfOwn) {
    const response = await fetch(`${server.url}/provider/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) })
    })
    const text = await response.text()
    return { status: response.status, json: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> }
  }
  return { ask, personKey, keyOfTwin }
}
