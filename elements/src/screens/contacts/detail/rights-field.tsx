import { Right, rightName } from '@customer-center/contract/rights'
import { useAppContext } from '../../../context/app-context.ts'
import { offeredRights, rightLabel } from '../../../data/rights.ts'
import { RowSelect } from '../../../forms/row-fields.tsx'
import type { RowForm } from '../../../forms/use-row-form.ts'
import dialogCss from '../../../parts/dialog.css?inline'
import { addStyles } from '../../../theme/sheet.ts'
import { useText } from '../../../texts/texts.ts'
import css from './rights-field.css?inline'
import { RightsInfo } from './rights-info.tsx'

addStyles(dialogCss)
addStyles(css)

interface RightsFieldProps {
  name: string
  label: string
  stored: string
  readOnly: boolean
  hint: string | undefined
  field: RowForm['field']
}

/** The shop right with the table that explains it. A stored right that is no longer offered stays. */
export function RightsField(props: RightsFieldProps) {
  const text = useText()
  const { extendedWebshopRights: extended } = useAppContext().config
  const current = rightName(Number(props.stored))
  const offered = offeredRights(extended)
  const rights = offered.includes(current) ? offered : [...offered, current]
  const options = rights.map((right) => ({ value: String(Right[right]), label: text(rightLabel(right, extended)) }))
  return <RowSelect {...props} options={options} action={<RightsInfo extended={extended} />} />
}
