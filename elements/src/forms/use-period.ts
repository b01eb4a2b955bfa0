import { type IsoDate, toGermanDate } from '@customer-center/contract/dates'
import { useState } from 'react'
import { useText } from '../texts/texts.ts'

export interface Period {
  readonly from: IsoDate
  readonly to: IsoDate
}

/** Why a period is none, as a sentence for each of its two days; undefined for a day that is fine. */
export interface PeriodErrors {
  readonly from: string | undefined
  readonly to: string | undefined
}

/** No event is older; an earlier day is a slip, most often a year of less than four digits. */
const earliest: IsoDate = '2000-01-01'

/** Two days with what is wrong about them. */
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

export function isFine({ from, to }: PeriodErrors): boolean {
  return from === undefined && to === undefined
}
