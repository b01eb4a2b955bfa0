import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endpoints } from '@customer-center/contract/endpoints'
import { readSampleAnswers } from '../../scripts/lib/sample-answers.ts'
import { faultsOfAnswer } from './contract-answers.ts'

interface Described {
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Described>>
  readonly items?: Described
  readonly anyOf?: readonly Described[]
}
interface Operation {
  readonly operationId: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly parameters: readonly { readonly name?: string; readonly description?: string }[]
}

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Described>> }
}
const operations = endpoints.map(({ endpoint: { method, path, feature } }) => {
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${method} ${path} is not described.`)
  return { ...operation, method, path, feature }
})

test('the contract describes every answer of the sample backend', async () => {
  const answers = await readSampleAnswers()
  expect(answers.size).toBeGreaterThan(25)
  for (const [name, { answer }] of answers) {
    const { method = '', path = '' } = operations.find(({ operationId }) => operationId === name) ?? {}
    expect(faultsOfAnswer(method, path, 200, answer), name).toEqual([])
  }
})

test.each([
  ['a list that is none', 'GET', '/contact', {}],
  ['a number for a text', 'GET', '/address?addressKind=3', [{ ADR_PLZ: 4030 }]],
  ['a needed member that is missing', 'POST', '/function/start', { status: 0 }],
  ['a flag for an id', 'GET', '/eventmanager/eventsbysubscriber', [{ VER_ID: true }]]
])('%s is named by call and member', (_, method, path, responseData) => {
  expect(faultsOfAnswer(method, path, 200, { responseData })).toEqual([expect.stringContaining(`${method} /`)])
})

test('ids may be texts, members unknown or missing, and a save without a row is one', () => {
  const contact = { ASP_PVAID: 'P-7', ASP_NACHNAME: null, X_EIGENES: [1] }
  expect(faultsOfAnswer('GET', '/contact', 200, { responseData: [contact], more: true })).toEqual([])
  expect(faultsOfAnswer('PUT', '/contact', 200, {})).toEqual([])
})

test('every call, parameter and member of the contract has a description', () => {
  const bare = ({ properties = {}, items, anyOf = [] }: Described, place: string): string[] => [
    ...Object.entries(properties).flatMap(([name, member]) => [
      ...(member.description || ['data', 'responseData', 'responseResult'].includes(name) ? [] : [`${place}.${name}`]),
      ...bare(member, `${place}.${name}`)
    ]),
    ...[...anyOf, ...(items ? [items] : [])].flatMap((one) => bare(one, place))
  ]
  const calls = operations.flatMap(({ operationId, description, parameters }) => [
    ...(description ? [] : [operationId]),
    ...parameters.flatMap((one) => (one.name && !one.description ? [`${operationId} ${one.name}`] : []))
  ])
  const members = Object.entries(document.components.schemas).flatMap(([name, schema]) => bare(schema, name))
  expect([...calls, ...members]).toEqual([])
})

test('a call of a feature has its name as tag, and no needed call has one', () => {
  for (const { path, method, feature, tags } of operations) {
    const development = path === '/webshopuser/setcurrentwebshopuser' ? ['development'] : []
    expect(tags, `${method} ${path}`).toEqual(feature ? [feature] : development)
  }
})

test('a POST of a contact has the keys of the customer alone, and a PUT also those of the contact and the version', () => {
  const sentBy = (name: string) =>
    Object.keys(document.components.schemas[`${name}Request`]?.properties?.['data']?.properties ?? {})
  const created = sentBy('CreateContact')
  expect(created).toEqual(expect.arrayContaining(['ASP_FIRMA', 'ASP_ID', 'ASP_NACHNAME', 'ASP_PASSWORT']))
  const others = ['ASP_PVAID', 'ASP_KONTAKTFIRMA', 'ASP_KONTAKTID', 'VERSION']
  expect(sentBy('SaveContact').filter((code) => !created.includes(code))).toEqual(others)
})
