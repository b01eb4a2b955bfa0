import type { IsoDate } from '@customer-center/contract/dates'
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

/** Two days with what is wrong about them. */
export function usePeriod(start: () => Period) {
  const text = useText()
  const [period, setPeriod] = useState(start)
  const errorsOf = ({ from, to }: Period): PeriodErrors => {
    const reversed = from !== '' && to !== '' && to < from
    return {
      from: from === '' ? text('period.incomplete') : undefined,
      to: to === '' ? text('period.incomplete') : reversed ? text('period.reversed') : undefined
    }
  }
  return { period, setPeriod, errorsOf }
}

export function isFine({ from, to }: PeriodErrors): boolean {
  return from === undefined && to === undefined
}
