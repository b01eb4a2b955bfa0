import { useState } from 'react'
import { type IsoDate, toGermanDate } from '@customer-center/contract/dates'
import { DateField } from '../parts/fields/date-field.tsx'
import { useText } from '../texts/texts.ts'

/**
 * The earliest day of a period. No event is older; an earlier day is a typing error, mostly a year of fewer than four
 * digits.
 */
const earliest: IsoDate = '2000-01-01'

/** Returns the choice of a period, with the sentences about its faults. */
export function usePeriod(start: () => { from: IsoDate; to: IsoDate }) {
  const text = useText()
  const [period, choose] = useState(start)
  const { from, to } = period
  const errorOf = (day: IsoDate) => {
    if (day === '') return text('period.incomplete')
    return day < earliest ? text('period.tooEarly', { day: toGermanDate(earliest) }) : undefined
  }
  const reversed = from !== '' && to < from ? text('period.reversed') : undefined
  const errors = { from: errorOf(from), to: errorOf(to) ?? reversed }
  return { period, choose, errors, isValid: errors.from === undefined && errors.to === undefined }
}

export function PeriodFields({ period, choose, errors }: ReturnType<typeof usePeriod>) {
  const text = useText()
  return (
    <div className="kc-fields-pair">
      <DateField
        label={text('period.from')}
        value={period.from}
        error={errors.from}
        onChange={(from) => choose({ ...period, from })}
      />
      <DateField
        label={text('period.to')}
        value={period.to}
        error={errors.to}
        onChange={(to) => choose({ ...period, to })}
      />
    </div>
  )
}
