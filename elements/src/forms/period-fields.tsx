import { useState } from 'react'
import { type IsoDate, toGermanDate } from '@customer-center/contract/dates'
import { DateField } from '../parts/fields/date-field.tsx'
import { useText } from '../texts/texts.ts'

export interface Period {
  readonly from: IsoDate
  readonly to: IsoDate
}

export interface PeriodErrors {
  readonly from: string | undefined
  readonly to: string | undefined
}

/**
 * The earliest day of a period. No event is older; an earlier day is a typing error, mostly a year of fewer than four
 * digits.
 */
const earliest: IsoDate = '2000-01-01'

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

export interface PeriodFieldsProps {
  period: Period
  errors: PeriodErrors
  onChange: (period: Period) => void
}

export function PeriodFields({ period, errors, onChange }: PeriodFieldsProps) {
  const text = useText()
  return (
    <div className="kc-fields-pair">
      <DateField
        label={text('period.from')}
        value={period.from}
        error={errors.from}
        onChange={(from) => onChange({ ...period, from })}
      />
      <DateField
        label={text('period.to')}
        value={period.to}
        error={errors.to}
        onChange={(to) => onChange({ ...period, to })}
      />
    </div>
  )
}
