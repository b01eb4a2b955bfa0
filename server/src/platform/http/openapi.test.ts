import { expect } from 'vitest'
import { endpoints } from '@customer-center/contract/endpoints'
import { versionHeaders, xsrfHeader } from '@customer-center/contract/session'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'

interface Reference {
  readonly $ref: string
}
interface Operation {
  readonly security?: unknown[]
  readonly 'x-only-reads'?: boolean
  readonly parameters?: readonly (Reference | { readonly name: string })[]
  readonly responses: Readonly<Record<string, object>>
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, { readonly name?: string }>>>>
}

const test = serverTest
  .extend('overrides', { scope: 'file' }, { config: { development: true, publicUrl: 'https://center.example' } })
  .extend(
    'document',
    { scope: 'file' },
    async ({ server }) => (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Document
  )
  .extend('operations', ({ document }) => () => {
    return endpoints.map(({ endpoint }) => {
      const operation = document.paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()]
      if (!operation) throw new Error(`${endpoint.method} ${endpoint.path} is not described.`)
      return { endpoint, operation, call: `${endpoint.method} ${endpoint.path}` }
    })
  })
  .extend('resolve', ({ document }) => ({ $ref }: Reference) => {
    const [, , kind = '', name = ''] = $ref.split('/')
    return document.components[kind]?.[name]
  })

test('a token is asked for at every call but the public ones', ({ operations }) => {
  for (const { endpoint, operation, call } of operations()) {
    expect(operation.security, call).toEqual(endpoint.access === 'public' ? [] : undefined)
  }
})

test('a call says whether it may be made again with nothing changed: the overview notes the visit', ({
  operations
}) => {
  const reads = operations().filter(({ operation }) => operation['x-only-reads'])
  const gets = operations().filter(({ endpoint }) => endpoint.method === 'GET')
  expect(gets.filter((one) => !reads.some(({ call }) => call === one.call)).map(({ call }) => call)).toEqual([
    'GET /overview'
  ])
  expect(reads.length).toBe(gets.length - 1)
})

test('every call takes the version, and what changes something the anti-forgery token', ({ operations, resolve }) => {
  for (const { endpoint, operation, call } of operations()) {
    const names = (operation.parameters ?? []).map((one) => ('$ref' in one ? resolve(one)?.name : one.name))
    expect(names, call).toEqual(expect.arrayContaining([...versionHeaders]))
    expect(names.includes(xsrfHeader), call).toBe(endpoint.method !== 'GET')
  }
})

test('the failures of a call are described, each by the envelope', ({ operations, resolve, document }) => {
  const statuses = Object.fromEntries(
    operations().map(({ call, operation }) => [call, Object.keys(operation.responses)])
  )
  const always = ['429', '503', 'default']
  expect(statuses).toMatchObject({
    'GET /getApiVersion': ['200', '400', ...always],
    'POST /getToken': ['200', '400', '401', '403', ...always],
    'POST /revokeToken': ['200', '400', '401', '403', ...always],
    'GET /eventmanager/ordersbysubscriber': ['200', '400', '401', '403', ...always],
    'GET /dms/getdoc': ['200', '400', '401', '403', '404', ...always],
    'PUT /contact': ['200', '400', '401', '403', '404', ...always]
  })
  for (const { call, operation } of operations()) {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (status === '200') continue
      const text = JSON.stringify(resolve(response as Reference))
      expect(text, `${call} ${status}`).toContain('#/components/schemas/Failure')
    }
  }
  expect(JSON.stringify(document.components['schemas']?.['Failure'])).toMatch(/responseData.*HTTPReturnCode/)
})

test('a call without a session answers what is described', async ({ operations, server }) => {
  for (const { endpoint, operation, call } of operations()) {
    const { status } = await fetch(`${server.url}/api${endpoint.path}`, { method: endpoint.method })
    expect(Object.keys(operation.responses), `${call}: ${status}`).toContain(String(status))
  }
})
