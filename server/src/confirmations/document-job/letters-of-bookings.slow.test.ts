import { describe, expect, onTestFinished, vi } from 'vitest'
import { bookingStates } from '@customer-center/contract/order'
import { AsyncStatus } from '@customer-center/contract/server-function'
import { test as documentJobTest } from '../../../../testing/server/document-job-fixtures.ts'
import {
  bulkConfirmation,
  type Booked,
  confirmation,
  hourRecord
} from '../../../../testing/server/document-requests.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { readPage } from '../../../../testing/server/verification.ts'

const test = documentJobTest
  .extend('issued', ({ db }) => {
    return () => db.selectFrom('issued_letters').select(['number', 'contact_id', 'kind']).execute()
  })
  /** Sets the state of a booking for the rest of the test. */
  .extend('setState', ({ db }) => async ({ participantId }: Booked, state: (typeof bookingStates)[number]) => {
    const set = (value: typeof state) =>
      changeRows(db, 'participations', { participant_id: participantId }, { state: value })
    onTestFinished(async () => {
      await set('booked')
    })
    await set(state)
  })
  /** Cancels an event for the rest of the test. */
  .extend('cancelEvent', ({ db }) => async ({ eventId }: Booked) => {
    const set = (state: 'cancelled' | 'confirmed') => changeRows(db, 'events', { event_id: eventId }, { state })
    onTestFinished(async () => void (await set('confirmed')))
    await set('cancelled')
  })

describe('the letters of a booking whose state changes', () => {
  test.for([...bookingStates.filter((state) => state !== 'booked'), 'an event that is cancelled'] as const)(
    'stay open to their owner, and genuine, once it is %s; new ones are refused',
    async (state, { server, documentJobs, work, own, booked, setState, cancelEvent, issued }) => {
      const { contact, admin } = own.shopUsers
      const requests: Parameters<typeof documentJobs.start>[] = [
        [contact, 'StandardLetter', confirmation(booked.first)],
        [contact, 'TimesheetLetter', hourRecord([booked.first, booked.second])],
        [admin, 'StandardLetters', bulkConfirmation([booked.first, booked.admin], 'PDF')]
      ]
      const before = await issued()
      const jobs: string[] = []
      for (const request of requests) jobs.push(await documentJobs.started(...request))
      await work()
      const files = () => Promise.all(requests.map(async ([user], index) => documentJobs.file(user, jobs[index] ?? '')))
      const made = await files()
      const letters = await issued()
      expect(letters).toHaveLength(before.length + 4)
      if (state === 'an event that is cancelled') await cancelEvent(booked.first)
      else await setState(booked.first, state)
      expect(await files()).toEqual(made)
      for (const { number } of letters.slice(before.length)) {
        const form = { method: 'POST', body: new URLSearchParams({ number }) }
        expect((await readPage(await fetch(`${server.url}/verify`, form))).result).toBe('Echt')
      }
      for (const request of requests) {
        const { envelope } = await documentJobs.start(...request)
        expect(envelope.responseResult.Errors[0]).toMatch(/nicht verfügbar$/)
      }
      expect(await issued()).toEqual(letters)
    }
  )

  test.for(['booking', 'event'])(
    'are not issued if the %s is cancelled while they are set, and the job says so',
    async (what, { db, documentJobs, work, own, booked, typesetter, setState, cancelEvent, issued }) => {
      const before = await issued()
      const render = vi.spyOn(typesetter, 'render').mockImplementationOnce(async (...parts) => {
        render.mockRestore()
        await (what === 'event' ? cancelEvent(booked.first) : setState(booked.first, 'cancelled'))
        return typesetter.render(...parts)
      })
      const jobId = await documentJobs.started(own.shopUsers.contact, 'StandardLetter', confirmation(booked.first))
      await work()
      await eventually(async () => {
        const { envelope } = await documentJobs.result(own.shopUsers.contact, jobId)
        expect([envelope.responseData?.status, envelope.responseResult.Errors]).toEqual([
          AsyncStatus.failed,
          ['Bestätigung nicht verfügbar']
        ])
      })
      expect(await issued()).toEqual(before)
      const job = db.selectFrom('server_functions').select('file').where('job_id', '=', jobId)
      expect((await job.executeTakeFirstOrThrow()).file).toBeNull()
    }
  )
})
