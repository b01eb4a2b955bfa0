import { expect } from 'vitest'
import { type AsyncResult, AsyncStatus } from '@customer-center/contract/server-function'
import { test as jobTest } from '../../testing/server/document-job-fixtures.ts'
import { confirmation } from '../../testing/server/document-requests.ts'
import { eventually } from '../../testing/server/eventually.ts'
import { importer } from '../../testing/server/imports.ts'
import { readRow } from '../../testing/server/rows.ts'

const texts = { noRight: 'Für diesen Aufruf fehlt Ihnen die Berechtigung.' }

jobTest(
  'documents that a contact has requested are not made once it has gone to another customer, which gets none of them',
  async ({ booked: { first }, db, documentJobs, foreign, server, work }) => {
    const { user } = first
    const session = await server.headersOf(user)
    const jobs = [
      await documentJobs.started(session, 'StandardLetter', confirmation(first), 'Bestätigung'),
      await documentJobs.started(session, 'DataCopy', 'format=JSON', 'Kopie')
    ]
    const row = { externalId: user.externalId, customer: foreign.customerNumber }
    expect((await importer(db, user.providerId)('contacts', [row])).counts).toMatchObject({ updated: 1 })
    await work()
    for (const job_id of jobs)
      await eventually(async () => {
        const { status, error, file } = await readRow(db, 'server_functions', { job_id })
        expect({ status, error, file }).toEqual({ status: AsyncStatus.failed, error: texts.noRight, file: null })
      })
    const moved = { ...user, customerId: foreign.customerId, customerNumber: foreign.customerNumber }
    for (const jobId of jobs) {
      const { envelope } = await documentJobs.result(moved, jobId)
      expect((envelope.responseData satisfies AsyncResult | null)?.fileData).toBeUndefined()
    }
    expect((await server.call(moved, '/function/list')).envelope.responseData).toEqual([])
    expect(await db.selectFrom('issued_letters').select('number').execute()).toEqual([])
    const copy = await documentJobs.made(await server.headersOf(moved), 'DataCopy', 'format=JSON')
    expect(JSON.parse(copy.toString())).toMatchObject({ contact: [{}], participations: [], documents: [{}] })
  }
)
