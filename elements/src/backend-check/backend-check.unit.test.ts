import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRuntimeConfig } from '@customer-center/contract/runtime-config'
import { startSample, type SampleBackend, tokenAt } from '../../testing/sample-backend.ts'
import { BackendCheck } from './backend-check.ts'
import { readCalls } from './read-calls.ts'

let sample: SampleBackend

beforeAll(async () => {
  sample = await startSample()
})
afterAll(() => sample.stop())

test.each([
  ['katharina@example.com', 16],
  ['stefan@example.com', 15],
  ['magdalena@example.com', 10],
  ['zeljko@example.com', 12]
])('the sample backend holds for %s', async (userName, count) => {
  const check = BackendCheck.at(sample.api, readRuntimeConfig({}), await tokenAt(sample.api, userName))
  await readCalls(check)
  expect(check.calls.flatMap(({ call, findings }) => findings.map((one) => [call, one]))).toEqual([])
  expect(check.calls.filter(({ notAsked }) => notAsked === null)).toHaveLength(count)
})

interface Operation {
  readonly parameters: readonly { readonly name?: string }[]
}

test('it asks for nothing but what the contract names', async () => {
  const file = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')
  const { paths } = JSON.parse(file) as { paths: Record<string, Record<string, Operation>> }
  const check = BackendCheck.at(sample.api, readRuntimeConfig({}), await tokenAt(sample.api, 'katharina@example.com'))
  await readCalls(check)
  const unknown = check.answers.flatMap(({ call: { method, path }, response }) => {
    const { parameters = [] } = paths[path]?.[method.toLowerCase()] ?? {}
    const names = new URL(response.url).searchParams.keys()
    return [...names].filter((name) => !parameters.some((one) => one.name === name)).map((name) => `${path} ${name}`)
  })
  expect(check.answers.length).toBeGreaterThan(15)
  expect(unknown).toEqual([])
})
