import { contactFields } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import type { DocumentEvent } from '@customer-center/contract/document'
import { endpoints } from '@customer-center/contract/endpoints'
import type { FieldTable } from '@customer-center/contract/field-codes'
import { invoiceAddressFields } from '@customer-center/contract/invoice-address'
import { everyRight } from '@customer-center/contract/rights'
import { webshopUserFields } from '@customer-center/contract/webshop-user'
import { authorized, call } from '../../server/src/testing/calls.ts'
import type { TestCompany } from '../../server/src/testing/company.ts'
import { identifiers, type Identifiers, nothing, parametersOf } from '../../server/src/testing/identifiers.ts'
import { randomWrites } from '../../server/src/testing/random-writes.ts'
import { save } from '../../server/src/testing/saves.ts'
import { type Attack, bodiesPerSession, inLanes } from './attack.ts'
import { storedRows } from './stored-rows.ts'
import type { Target } from './target.ts'

const bodiesPerWrite = 500
const address = { ADR_NAME: 'Huber', ADR_STRASSE: 'Weg 1', ADR_PLZ: '1010', ADR_ORT: 'Wien' }

/** Adds an event, a script, an invoice and an address of the company, and returns their keys. */
async function furnish({ url, shelves }: Target, company: TestCompany): Promise<Identifiers> {
  await shelves.addEvent(company.id, '2020-01-01')
  await shelves.addScript(company.id)
  await shelves.addParticipation(company.users.admin, company.id)
  const headers = await authorized(url, company.users.admin)
  await save(url, headers, ['PUT', '/address'], address)
  const list = await call<DocumentEvent[]>(url, '/eventmanager/documentsbysubscriber', { headers })
  const documentKey = list.envelope.responseData[0]?.scripts[0]?.documentHash ?? ''
  return identifiers(company, { eventId: String(company.id), documentKey, no: '1' })
}

/** Returns queries with each parameter foreign alone, the others as the caller's own, and with all of them foreign. */
function questions(names: readonly string[], ours: Identifiers, theirs: Identifiers): string[] {
  const query = (values: Identifiers) =>
    new URLSearchParams(names.map((name): [string, string] => [name, values[name] ?? ''])).toString()
  return [...names.map((name) => query({ ...ours, [name]: theirs[name] ?? '' })), query(theirs)]
}

export const foreignReads: Attack = {
  name: "Reads of another company's things with each parameter and each right; an answer other than for what does not exist",
  async run(target) {
    const [own, other, elsewhere] = [await target.newCompany(), await target.newCompany(), await target.newCompany(2)]
    await furnish(target, own)
    const foreign = [await furnish(target, other), identifiers(elsewhere, { eventId: String(other.id), no: '1' })]
    let [tried, through] = [0, 0]
    for (const right of everyRight) {
      const headers = await authorized(target.url, own.users[right])
      const ask = async (path: string, query: string) => {
        tried += 1
        const answer = await fetch(`${target.url}/api${path}?${query}`, { headers })
        return `${answer.status} ${await answer.text()}`
      }
      const ours = identifiers(own, { eventId: String(own.id), no: '1' }, own.users[right])
      await inLanes(endpoints, 8, async ({ endpoint: { method, path }, query }) => {
        const names = parametersOf(query)
        if (method !== 'GET' || names.length === 0) return
        const absent = questions(names, ours, nothing)
        for (const theirs of foreign) {
          for (const [index, question] of questions(names, ours, theirs).entries()) {
            // Customers of one provider share its number, which alone names nothing.
            if (question === questions(names, ours, ours)[index]) continue
            if ((await ask(path, question)) !== (await ask(path, absent[index] ?? ''))) through += 1
          }
        }
      })
    }
    return { tried, through }
  }
}

/** Returns writes of each resource for different keys: own, of a colleague's company, of nobody. */
function writesOf(
  { id }: TestCompany,
  { id: theirs }: TestCompany
): [method: string, path: string, FieldTable, Keys][] {
  const ids = [theirs, theirs, id, null]
  const pvaids = [1, 2, 3, 4, 5].flatMap((offset) => [theirs + offset, id + offset])
  const contact = { ASP_FIRMA: [1, 2], ASP_ID: ids, ASP_KONTAKTFIRMA: [1, 2], ASP_KONTAKTID: pvaids }
  return [
    ['PUT', '/customer', customerFields, { KND_FIRMA: [1, 2], KND_ID: ids, KND_PVAID: [null, ...pvaids] }],
    ['PUT', '/address', invoiceAddressFields, { ADR_FIRMA: [1, 2], ADR_ID: ids, ADR_LFDNR: [1, 2, null] }],
    ['PUT', '/contact', contactFields, { ...contact, ASP_PVAID: pvaids }],
    ['POST', '/contact', contactFields, { ...contact, ASP_PVAID: [null, ...pvaids], ASP_NACHNAME: ['Huber'] }],
    ['PUT', '/webshopuser', webshopUserFields, { WSU_EMAIL: [`admin@firma-${theirs}.example`] }]
  ]
}
type Keys = Readonly<Record<string, readonly unknown[]>>

export const foreignWrites: Attack = {
  name: "Saves with another company's keys and with fields that nobody may set; a changed row of anybody else",
  async run(target) {
    const [own, other, elsewhere] = [await target.newCompany(), await target.newCompany(), await target.newCompany(2)]
    for (const company of [own, other]) await furnish(target, company)
    const others = async () => [await storedRows(target.database, other), await storedRows(target.database, elsewhere)]
    const before = await others()
    let tried = 0
    let headers = await authorized(target.url, own.users.shopfull)
    for (const [method, path, fields, keys] of writesOf(own, other)) {
      const bodies = randomWrites(fields, keys, bodiesPerWrite)
      await inLanes(bodies, 8, async (body) => {
        tried += 1
        const init = { method, headers: { ...headers, 'content-type': 'application/json' }, body }
        const { status } = await fetch(`${target.url}/api${path}`, init)
        // A save of the own e-mail ends the session.
        if (status === 401 || tried % bodiesPerSession === 0) headers = await authorized(target.url, own.users.shopfull)
      })
    }
    const after = await others()
    const through = after.flat().filter((row, index) => row !== before.flat()[index]).length
    return { tried, through: Math.max(through, Math.abs(after.flat().length - before.flat().length)) }
  }
}
