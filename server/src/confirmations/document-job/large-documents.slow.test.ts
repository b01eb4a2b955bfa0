// On both databases: the one connection of the embedded one could be held by a large document.

import { expect } from 'vitest'
import { AsyncStatus } from '@customer-center/contract/server-function'
import { test as documentJobTest } from '../../../../testing/server/document-job-fixtures.ts'
import { bulkConfirmation, confirmation, evaluation } from '../../../../testing/server/document-requests.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import type { Typesetter } from '../../platform/typesetting/typesetter.ts'
import { createLetterTypesetter } from '../letter/letter-typesetter.ts'

const held: (() => void)[] = []
const real = createLetterTypesetter({ letterTemplates: '' })
/** Large documents wait until the test lets them go. */
const typesetter: Typesetter = {
  ...real,
  render: async (template, data, options) => {
    if (options?.size === 'large') await new Promise<void>((resolve) => held.push(resolve))
    return real.render(template, data, options)
  }
}

const test = documentJobTest
  .extend('settings', { scope: 'file' }, { routeRights: { 'confirmations/evaluation': ['admin'] } })
  .extend('typesetter', { scope: 'file' }, ({ config: _config }, { onCleanup }) => {
    onCleanup(() => real.close())
    return typesetter
  })

test('large documents are made one after the other', async ({ seed, work, documentJobs, own, booked }) => {
  await seed.addEvaluations({})
  const { admin, contact } = own.shopUsers
  await work()
  const large = [
    await documentJobs.started(admin, 'Evaluation', evaluation(1, 501)),
    await documentJobs.started(admin, 'Evaluation', evaluation(1, 501, { to: '31.12.2026' })),
    await documentJobs.started(admin, 'StandardLetters', bulkConfirmation([booked.first, booked.admin], 'PDF'))
  ]
  await eventually(() => expect(held).toHaveLength(1))
  for (const one of [booked.first, booked.second]) {
    const letter = await documentJobs.started(contact, 'StandardLetter', confirmation(one))
    expect((await documentJobs.file(contact, letter)).subarray(0, 5).toString()).toBe('%PDF-')
  }
  expect(held).toHaveLength(1)
  const { envelope } = await documentJobs.result(admin, large[1] ?? '')
  expect(envelope.responseData?.status).toBe(AsyncStatus.requested)
  for (const [index, jobId] of large.entries()) {
    await eventually(() => expect(held).toHaveLength(index + 1))
    held[index]?.()
    expect((await documentJobs.file(admin, jobId)).subarray(0, 5).toString()).toBe('%PDF-')
  }
})
