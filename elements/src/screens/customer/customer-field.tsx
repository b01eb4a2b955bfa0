import { customerFields } from '@customer-center/contract/customer'
import type { PossibleValue } from '@customer-center/contract/possible-values'
import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute } from 'react'
import type { FormField } from '../../data/field.ts'
import { optionsOf } from '../../data/possible-values.ts'
import { type Check, useChecks } from '../../forms/use-checks.ts'
import type { RowForm } from '../../forms/use-row-form.ts'
import { TextField } from '../../parts/text-field.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { useText } from '../../texts/texts.ts'

export type CustomerFieldName = keyof typeof customerFields

interface CustomerFieldProps {
  descriptor: FormField<CustomerFieldName>
  label: string
  stored: string
  choices: readonly PossibleValue[] | undefined
  field: RowForm['field']
}

interface Kind {
  type?: HTMLInputTypeAttribute
  inputMode?: 'numeric'
  autoComplete?: HTMLInputAutoCompleteAttribute
}

/** How a browser helps to fill a field in. */
const kinds: Partial<Record<CustomerFieldName, Kind>> = {
  street: { autoComplete: 'street-address' },
  plz: { inputMode: 'numeric', autoComplete: 'postal-code' },
  place: { autoComplete: 'address-level2' },
  phoneNumber: { type: 'tel', autoComplete: 'tel' },
  teleFax: { type: 'tel' },
  emailAddress: { type: 'email', autoComplete: 'email' },
  // Not type=url: it would ask for the https:// that people leave out.
  homePage: { autoComplete: 'url' }
}

/** A compare field is a drop-down, all others are inputs (section 2). What is read-only is shown and never checked. */
export function CustomerField({ descriptor, label, stored, choices, field }: CustomerFieldProps) {
  const text = useText()
  const checks = useChecks()
  const { name, required } = descriptor
  const { max, use } = customerFields[name]
  const readOnly = descriptor.readOnly || use !== 'both'
  const needed: Check[] = required ? [checks.required] : []

  if (name.startsWith('compareField')) {
    const common = { label, required, options: optionsOf(choices, stored), placeholder: text('field.choose') }
    // A <select> has no readonly; disabled and without a registration it keeps what is stored.
    if (readOnly) return <SelectField {...common} key={stored} disabled defaultValue={stored} />
    return <SelectField {...common} {...field(name, needed)} />
  }
  if (readOnly) return <TextField label={label} required={required} readOnly value={stored} />
  const own = name === 'emailAddress' ? [checks.email(stored)] : name === 'plz' ? [checks.digits(stored)] : []
  return (
    <TextField
      {...kinds[name]}
      label={label}
      required={required}
      {...field(name, [...needed, ...own, checks.atMost(max)])}
    />
  )
}
