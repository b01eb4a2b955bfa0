import { describe, expect } from 'vitest'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { test as documentJobTest } from '../../../../testing/server/document-job-fixtures.ts'
import {
  type Booked,
  bulkConfirmation,
  confirmation,
  hourRecord
} from '../../../../testing/server/document-requests.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { readPage, visitor } from '../../../../testing/server/verification.ts'

const line = 'Der Name dieser Person wurde nach der Teilnahme geändert'

const test = documentJobTest
  .extend('settings', { scope: 'file' }, { trustProxy: ['127.0.0.1'], jobsPerUser: 100, jobsPerCustomer: 100 })
  .extend('rename', ({ server, own }) => async (whom: TestShopUser, names: Readonly<Record<string, string>>) => {
    const { errors } = await server.save(own.shopUsers.admin, ['PUT', '/contact'], {
      ASP_PVAID: whom.contactId,
      ...names
    })
    expect(errors).toEqual([])
  })
  /** Returns the page of `/verify` about a letter that is made now. */
  .extend('check', ({ server, documentJobs, own }) => {
    return async (name: 'StandardLetter' | 'StandardLetters' | 'TimesheetLetter', parameter: string) => {
      const file = await documentJobs.made(own.shopUsers.admin, name, parameter)
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'a.pdf')
      return readPage(await fetch(`${server.url}/verify/file`, { method: 'POST', body, headers: visitor() }))
    }
  })
  .extend('events', ({ server }) => {
    return () =>
      server
        .log()
        .split('\n')
        .filter((entry) => entry.includes('"letter-in-new-name"'))
        .map((entry) => JSON.parse(entry) as { person: string; actor: string })
  })

describe('a name that changed since the attendance', () => {
  test('is on the letter, and in its check and log', async ({ check, rename, work, own, booked, events, server }) => {
    await work()
    const contact = own.shopUsers.contact
    const before = await check('StandardLetter', confirmation(booked.first))
    expect([before.result, before.text.includes(line), events()]).toEqual(['Echt', false, []])
    const [oldName = ''] = /<dd>[^<]*?(\S+)<\/dd>/.exec(before.text.split('Teilnehmer</dt>')[1] ?? '')?.slice(1) ?? []
    expect(oldName).not.toBe('')

    await rename(contact, { ASP_NACHNAME: 'Andersgenannt' })
    for (const [name, parameter] of [
      ['StandardLetter', confirmation(booked.first)],
      ['TimesheetLetter', hourRecord([booked.first, booked.second])],
      ['StandardLetters', bulkConfirmation([booked.first, booked.admin], 'PDF')]
    ] as const) {
      const page = await check(name, parameter)
      expect(page.result).toMatch(/^Echt/)
      expect(page.text).toContain('Andersgenannt')
      expect(page.text.split(line)).toHaveLength(2)
      expect(page.text).not.toContain(oldName)
    }
    const person = `${contact.providerId}/${contact.contactId}`
    // They come when the letters are there already.
    await eventually(() => expect(events().map((event) => event.person)).toEqual([person, person, person]))
    expect(events()[0]?.actor).toBe(`${own.shopUsers.admin.providerId}/${own.shopUsers.admin.contactId}`)
    expect(server.log()).not.toContain('Andersgenannt')
  })

  test('ends with an attendance recorded anew', async ({ check, rename, work, db, own, booked }) => {
    await work()
    const { eventId, participantId }: Booked = booked.second
    await rename(own.shopUsers.contact, { ASP_NACHNAME: 'Neugenannt' })
    expect((await check('StandardLetter', confirmation(booked.second))).text).toContain(line)
    for (const attended of [false, true])
      await changeRows(db, 'participations', { participant_id: participantId, event_id: eventId }, { attended })
    await rename(own.shopUsers.contact, { ASP_TITEL: 'Dr.' })
    const page = await check('StandardLetter', confirmation(booked.second))
    expect(page.text).toContain('Dr. ')
    expect(page.text).not.toContain(line)
  })
})
