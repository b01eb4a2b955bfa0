import { type IsoDate, toGermanDate } from '@customer-center/contract/dates'
import { useState } from 'react'
import { useText } from '../texts/texts.ts'

export interface Period {
  readonly from: IsoDate
  readonly to: IsoDate
}

/** What is wrong with each of the two days, as a sentence. */
export interface PeriodErrors {
  readonly from: string | undefined
  readonly to: string | undefined
}

/** No event is older; an earlier day is a typing error, most often a year of less than four digits. */
const earliest: IsoDate = '2000-01-01'

/** The state of a period, and its validation. */
export function usePeriod(start: () => Period) {
  const text = useText()
  const [period, setPeriod] = useState(start)
  const errorOf = (day: IsoDate) => {
    if (day === '') return text('period.incomplete')
    return day < earliest ? text('period.tooEarly', { day: toGermanDate(earliest) }) : undefined
  }
  const errorsOf = ({ from, to }: Period): PeriodErrors => {
    const reversed = from !== '' && to < from ? text('period.reversed') : undefined
    return { from: errorOf(from), to: errorOf(to) ?? reversed }
  }
  return { period, setPeriod, errorsOf }
}

export function isValidPeriod({ from, to }: PeriodErrors): boolean {
  return from === undefined && to === undefined
}
