import { importResource, importResourceNames } from '@customer-center/contract/import/resources'
import type { TestCustomer } from './customer.ts'
import { resourceRows } from './resource-rows.ts'

/** A request of a program to `/provider/v1`. */
export interface ProgramCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly type?: string
  readonly body?: string
}

const ask = (method: ProgramCall['method'], path: string): ProgramCall => ({ method, path })
const json = (method: ProgramCall['method'], path: string, body: object): ProgramCall => ({
  ...ask(method, path),
  type: 'application/json',
  body: JSON.stringify(body)
})

/**
 * Lists every call of programs but the list of people: a row of each resource is written, changed, imported and
 * deleted.
 * @param round names the imports
 */
export function callsOfPrograms(own: TestCustomer, round: number): ProgramCall[] {
  const { userName: email } = own.shopUsers.contact
  const pathOf = (resource: (typeof importResourceNames)[number]) => {
    const keys = importResource(resource).key.map((member) => resourceRows[resource][0][member])
    return `/${[resource, ...keys.filter((value) => value !== null)].map(String).join('/')}`
  }
  const ofResources = importResourceNames.flatMap((resource) => {
    const [row, change] = resourceRows[resource]
    const named = Object.fromEntries(importResource(resource).key.map((member) => [member, row[member]]))
    const [path, run] = [pathOf(resource), `${resource}-${round}`]
    const body = `${JSON.stringify({ ...named, ...change })}\n`
    return [
      json('PUT', path, row),
      ask('GET', path),
      json('PUT', path, change),
      { ...ask('POST', `/imports/${resource}?run=${run}`), type: 'application/x-ndjson', body },
      ...['', '/refusals', '/refused-rows'].map((part) => ask('GET', `/imports/${run}${part}`))
    ]
  })
  const queries = ['limit=50', 'limit=50&by=all', 'limit=50&by=keys'].map((query) => `/changes?${query}`)
  const lists = ['issued-letters', 'mails', 'logins'].map((list) => `/${list}?contact=${email}`)
  return [
    ...ofResources,
    ...[...queries, ...lists].map((path) => ask('GET', path)),
    json('POST', '/sessions', { customerNumber: own.customerNumber, email }),
    json('POST', '/reset-mails', { contact: email }),
    json('POST', '/bounces', { messageId: '<password-link.1@viel.example>' }),
    json('POST', '/revocations', { number: '000000000000', reason: 'Bench' }),
    ...importResourceNames.toReversed().map((resource) => ask('DELETE', pathOf(resource)))
  ]
}

/** Calls of the list of people, which may read all people of the company. */
export const callsOfPeople = ({ shopUsers: { contact } }: TestCustomer): ProgramCall[] =>
  [`text=${contact.userName}`, 'text=P-1', 'access=sent', 'limit=20'].map((query) => ask('GET', `/users?${query}`))
