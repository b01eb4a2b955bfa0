import { allCustomerFields } from '@customer-center/contract/customer'
import type { PossibleValue } from '@customer-center/contract/possible-values'
import type { FormField } from '../../data/field.ts'
import { optionsOf } from '../../data/possible-values.ts'
import { CountryField, PostcodeField } from '../../forms/country-fields.tsx'
import { fieldFormOf } from '../../forms/field-groups.ts'
import { RowSelect, RowTextField } from '../../forms/row-fields.tsx'
import type { RowForm } from '../../forms/use-row-form.ts'
import { useValidators } from '../../forms/use-validators.ts'
import { useText } from '../../texts/texts.ts'

export type CustomerFieldName = keyof typeof allCustomerFields

interface CustomerFieldProps {
  descriptor: FormField<CustomerFieldName>
  label: string
  stored: string
  choices: readonly PossibleValue[] | undefined
  /** The present country. */
  country: string | boolean | undefined
  field: RowForm['field']
}

/** Renders a field of the company: a compare field is a drop-down, all others are inputs (section 2). */
export function CustomerField({ descriptor, label, stored, choices, country, field }: CustomerFieldProps) {
  const text = useText()
  const validators = useValidators()
  const { name, required } = descriptor
  const { max, use } = allCustomerFields[name]
  const common = { name, label, required, readOnly: descriptor.readOnly || use !== 'both', stored, field }
  if (name.startsWith('compareField')) {
    return (
      <RowSelect
        {...common}
        options={optionsOf(choices, stored)}
        placeholder={text('field.choose')}
        validators={required ? [validators.required] : []}
      />
    )
  }
  if (name === 'country') return <CountryField {...common} />
  const input = { ...common, max, autoComplete: fieldFormOf(name).autoComplete }
  if (name === 'plz') return <PostcodeField {...input} country={country} />
  const own = name === 'emailAddress' ? [validators.email(stored)] : []
  return <RowTextField {...input} validators={own} />
}
