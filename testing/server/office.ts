import type { Db } from '../../server/src/platform/database/query.ts'
import { personScopes } from '../../server/src/provider-api/provider-key/provider-key.ts'
import type { TestApp } from './app.ts'
import type { TestCompany } from './company.ts'
import { addProviderKey } from './provider-keys.ts'

interface Given {
  readonly db: Db
  readonly server: TestApp
  readonly own: TestCompany
  readonly twin: TestCompany
}

/**
 * Gives a person an external ID, and makes the calls of an office's program about it; also with a key of another
 * company.
 */
export async function openOffice({ db, server, own, twin }: Given) {
  const personKey = 'P-17'
  const { pvaid, company } = own.users.contact
  const person = db.updateTable('contacts').set({ external_id: personKey })
  await person.where('contact_id', '=', pvaid).where('provider_id', '=', company).execute()
  const keyOf = async (of: TestCompany) => (await addProviderKey(db, { company: of.company, scopes: personScopes })).key
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
