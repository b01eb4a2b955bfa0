import { DateField } from '../parts/date-field.tsx'
import { useText } from '../texts/texts.ts'
import type { Period, PeriodErrors } from './use-period.ts'

export interface PeriodFieldsProps {
  period: Period
  errors: PeriodErrors
  onChange: (period: Period) => void
}

/** The first and the last day of a period. */
export function PeriodFields({ period, errors, onChange }: PeriodFieldsProps) {
  const text = useText()
  return (
    <>
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
    </>
  )
}
