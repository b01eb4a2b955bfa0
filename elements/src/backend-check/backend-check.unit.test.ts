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
