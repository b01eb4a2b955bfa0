import { expect } from 'vitest'
import { test } from '../../../../testing/server/document-job-fixtures.ts'
import { confirmation } from '../../../../testing/server/document-requests.ts'
import { pagesOf, withoutPoppler } from '../../../../testing/server/pdf.ts'

test.skipIf(withoutPoppler)(
  'a confirmation prints days over midnight and whole ones as they are, and nothing for times and hours that cannot be',
  async ({ seed, own, booked, documentJobs, work }) => {
    const days = [
      { date: '2026-01-10', starts: '22:00', ends: '06:00', hours: 7.5 },
      { date: '2026-01-11', starts: '00:00', ends: '00:00', hours: 24 },
      { date: '2026-01-12', starts: null, ends: null, hours: null },
      { date: '2026-01-13', starts: '09:00', ends: '09:00', hours: -1 },
      { date: '2026-01-14', starts: '22:00', ends: '21:00', hours: 25 },
      { date: '9999-12-31', starts: '09:00', ends: '17:00', hours: 8 },
      { date: '2026-03-29', starts: '02:30', ends: '10:00', hours: 6 }
    ]
    await seed.addDays(1, ...days)
    const jobId = await documentJobs.started(own.shopUsers.contact, 'StandardLetter', confirmation(booked.first))
    await work()
    const [page = ''] = pagesOf(await documentJobs.file(own.shopUsers.contact, jobId))
    const table = page.split('\n').filter((line) => /^\s*\d+\.\s\S+ \d{4}/.test(line))
    expect(table.map((line) => line.trim().split(/\s{2,}/))).toEqual([
      ['10. Jänner 2026', '22:00–06:00', '7,5'],
      ['11. Jänner 2026', 'ganztägig', '24,0'],
      ['12. Jänner 2026', '–', '–'],
      ['13. Jänner 2026', '–', '–'],
      ['14. Jänner 2026', '–', '–'],
      ['29. März 2026', '–', '6,0']
    ])
  }
)
