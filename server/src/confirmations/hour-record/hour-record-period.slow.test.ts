import { describe, expect, onTestFinished } from 'vitest'
import { test as documentJobTest } from '../../../../testing/server/document-job-fixtures.ts'
import { hourRecord } from '../../../../testing/server/document-requests.ts'
import { pagesOf, withoutPoppler } from '../../../../testing/server/pdf.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { readLastLetter } from '../../../../testing/server/verification.ts'

const test = documentJobTest.extend('textOf', ({ own, documentJobs }) => async (parameter: string) => {
  const file = await documentJobs.made(own.shopUsers.contact, 'TimesheetLetter', parameter)
  return pagesOf(file).join('').replaceAll(/\s+/g, ' ')
})

describe.skipIf(withoutPoppler)('the period of an hour record', () => {
  test('is the chosen one where the request names it, and that of the events otherwise', async ({
    booked: { first },
    db,
    server,
    work,
    textOf
  }) => {
    await work()
    const chosen = hourRecord([first], { changes: { from: '01.01.2026', to: '31.12.2026' } })
    expect(await textOf(chosen)).toContain('Zeitraum 01.01.2026 – 31.12.2026')
    expect(await readLastLetter(server.url, db)).toContain('Zeitraum 01.01.2026 – 31.12.2026')
    expect(await textOf(hourRecord([first]))).toContain('Zeitraum 10.01.2026 – 11.01.2026')
    // A stored day that stands for 'no date' is none.
    const begin = (from_date: string) => changeRows(db, 'events', { event_id: first.eventId }, { from_date })
    onTestFinished(async () => void (await begin('2026-01-10')))
    await begin('0001-01-01')
    expect(await textOf(hourRecord([first]))).toMatch(/Zeitraum 11\.01\.2026/)
  })

  test('is refused if it is none, or leaves an event out', async ({ booked: { first }, own, documentJobs }) => {
    const refusal = async (from: string | null, to: string | null) => {
      const parameter = hourRecord([first], { changes: { from, to } })
      const { envelope } = await documentJobs.start(own.shopUsers.contact, 'TimesheetLetter', parameter)
      return envelope.responseResult.Errors[0]
    }
    const wrong = [
      '2026-01-01',
      '31.02.2026',
      '01.01.0001',
      '31.12.9999',
      '1.1.2026#',
      '<b>',
      '01.01.2026;',
      "' or 1=1"
    ]
    for (const day of wrong) {
      expect(await refusal(day, '31.12.2026')).toBe('Die Angabe from fehlt oder ist ungültig.')
      expect(await refusal('01.01.2026', day)).toBe('Die Angabe to fehlt oder ist ungültig.')
    }
    expect(await refusal('01.01.2026', null)).toBe('Die Angabe to fehlt oder ist ungültig.')
    expect(await refusal(null, '01.01.2026')).toBe('Die Angabe from fehlt oder ist ungültig.')
    expect(await refusal('02.01.2026', '01.01.2026')).toBe('Die Angabe to fehlt oder ist ungültig.')
    for (const [from, to] of [
      ['12.01.2026', '31.12.2026'],
      ['01.01.2026', '09.01.2026']
    ] as const)
      expect(await refusal(from, to)).toBe('Stundennachweis nicht verfügbar')
    expect(await refusal('11.01.2026', '11.01.2026')).toBeUndefined()
  })
})
