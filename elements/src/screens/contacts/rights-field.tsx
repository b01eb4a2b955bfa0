import { Right, rightName } from '@customer-center/contract/rights'
import { useAppContext } from '../../context/app-context.ts'
import { offeredRights, rightLabel } from '../../data/rights.ts'
import type { RowForm } from '../../forms/use-row-form.ts'
import { addStyles } from '../../theme/sheet.ts'
import { useText } from '../../texts/texts.ts'
import { ChoiceField } from './choice-field.tsx'
import css from './rights-field.css?inline'
import { RightsInfo } from './rights-info.tsx'

addStyles(css)

interface RightsFieldProps {
  label: string
  stored: string
  readOnly: boolean
  field: RowForm['field']
}

/** The shop right with the table that explains it. A stored right that is not offered any more stays. */
export function RightsField({ label, stored, readOnly, field }: RightsFieldProps) {
  const text = useText()
  const { extendedWebshopRights: extended } = useAppContext().config
  const own = rightName(Number(stored))
  const offered = offeredRights(extended)
  const rights = offered.includes(own) ? offered : [...offered, own]
  const options = rights.map((right) => ({ value: String(Right[right]), label: text(rightLabel(right, extended)) }))
  return (
    <div className="kc-rights-field">
      <ChoiceField label={label} options={options} stored={stored} readOnly={readOnly} {...field('webshopRights')} />
      <RightsInfo extended={extended} />
    </div>
  )
}
