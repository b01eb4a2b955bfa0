import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fromGermanDate, germanDateRange, readDate, toGermanDate, today } from './dates.ts'

describe('dates', () => {
  test('a day is read in all three forms of the contract, a point in time as its day in Vienna', () => {
    const days: Record<string, string> = {
      '2026-03-01': '2026-03-01',
      '01.03.2026': '2026-03-01',
      ' 2026-03-01 ': '2026-03-01',
      '2026-03-01T10:00:00+01:00': '2026-03-01',
      '2026-11-20T22:59:59Z': '2026-11-20',
      '2026-11-20T23:30:00Z': '2026-11-21',
      '2026-06-30T22:30:00.000z': '2026-07-01',
      '2026-12-31T18:30:00-05:00': '2027-01-01',
      '2026-12-31 18:30-0500': '2027-01-01',
      '2026-11-21 00:30:00+02': '2026-11-20',
      '2026-11-20T23:30:00': '2026-11-20'
    }
    expect(Object.fromEntries(Object.keys(days).map((value) => [value, readDate(value)]))).toEqual(days)
  })

  test('what names no day that exists is not read', () => {
    const none = [
      null,
      undefined,
      7,
      {},
      '',
      'nonsense',
      '2027-02-29',
      '2027-02-29T10:00:00Z',
      '2026-03-01x',
      '31.04.2026'
    ]
    const times = ['2026-03-01T25:00:00Z', '2026-03-01T10:61Z', '2026-03-01T10:00:00+99:00', '0000-01-01']
    expect([...none, ...times].filter((value) => readDate(value) !== null)).toEqual([])
  })

  test("a day by which a system says 'no date' is none, in every form and time zone", () => {
    const days = ['0001-01-01', '1601-01-01', '1753-01-01', '1899-12-30', '1900-01-01', '9999-12-31', '0000-00-00']
    const german = days.map((day) => day.split('-').toReversed().join('.'))
    const times = ['T00:00:00', ' 00:00:00.0000000', 'T00:00:00Z', 'T12:00:00+02:00', 'T23:59:59-05:00']
    const inVienna = ['1899-12-29T23:00:00Z', '9999-12-30T23:30:00Z', '9999-12-31T23:59:59.999Z']
    const none = [...days, ...german, ...days.flatMap((day) => times.map((time) => day + time)), ...inVienna]
    expect(none.filter((value) => readDate(value) !== null || toGermanDate(` ${value}`) !== '')).toEqual([])
    expect(['1753-01-02', '1900-01-02', '9999-12-30', '01.01.1752'].map(readDate)).not.toContain(null)
    expect(germanDateRange('2026-03-01', '31.12.9999')).toBe('01.03.2026')
  })

  test('a day is shown as dd.MM.yyyy, and what cannot be read as it stands', () => {
    expect(['2026-03-01', '01.03.2026', '2026-11-20T23:30:00Z'].map(toGermanDate)).toEqual([
      '01.03.2026',
      '01.03.2026',
      '21.11.2026'
    ])
    expect(['Herbst 2026', ' 2027-02-29 ', 2026].map(toGermanDate)).toEqual(['Herbst 2026', '2027-02-29', '2026'])
    expect([null, undefined, '', ' ', 'null', {}].map(toGermanDate)).toEqual(['', '', '', '', '', ''])
  })

  test('a range is shown only when the days differ, in whatever form each was sent', () => {
    expect(germanDateRange('2026-03-01', '2026-03-02')).toBe('01.03.2026 – 02.03.2026')
    expect(germanDateRange('01.03.2026', '2026-03-02T08:00:00Z')).toBe('01.03.2026 – 02.03.2026')
    expect(germanDateRange('2026-03-01', '2026-03-01')).toBe('01.03.2026')
    expect(germanDateRange('2026-03-01', '01.03.2026')).toBe('01.03.2026')
    expect(germanDateRange('2026-02-28T23:30:00Z', '2026-03-01')).toBe('01.03.2026')
    expect(germanDateRange('2026-03-01', null)).toBe('01.03.2026')
    expect(germanDateRange(null, '2026-03-01')).toBe('01.03.2026')
    expect(germanDateRange(null, undefined)).toBe('')
  })

  test('only days that exist are read', () => {
    expect(fromGermanDate('29.02.2028')).toBe('2028-02-29')
    const none = ['29.02.2027', '31.04.2026', '1.1.2026', '01.13.2026', '01.01.2026x', '01.01.0000']
    expect(none.map(fromGermanDate)).toEqual(none.map(() => null))
  })

  test("today is the provider's day, even an hour before midnight in Greenwich", () => {
    expect(today(new Date('2026-06-30T22:30:00Z'))).toBe('2026-07-01')
    expect(today(new Date('2026-12-31T22:30:00Z'))).toBe('2026-12-31')
  })

  test.each(['en-CA', 'en-US', 'de-AT', 'fa-IR', 'ar-EG', 'th-TH'])(
    'today is an ISO date even where the browser writes every day as in %s',
    async (locale) => {
      const { DateTimeFormat } = Intl
      class OtherLocale extends DateTimeFormat {
        constructor(_: string, options: Intl.DateTimeFormatOptions) {
          super(locale, options)
        }
      }
      vi.stubGlobal('Intl', { DateTimeFormat: OtherLocale })
      vi.resetModules()
      onTestFinished(() => void vi.unstubAllGlobals())
      const dates = await import('./dates.ts')
      expect(dates.today(new Date('2026-06-30T22:30:00Z'))).toBe('2026-07-01')
    }
  )
})
