import { ContactSalutation } from '@customer-center/contract/salutation'
import { useAppContext } from '../../context/app-context.ts'
import type { Check } from '../../forms/use-checks.ts'
import type { RowForm } from '../../forms/use-row-form.ts'
import { useText } from '../../texts/texts.ts'
import { ChoiceField } from './choice-field.tsx'
import { salutations } from './contact-rules.ts'

interface SalutationFieldProps {
  label: string
  stored: string
  readOnly: boolean
  field: RowForm['field']
}

const { placeholder, mister, misses, diverse, notSpecified, company } = ContactSalutation

/** Anrede, which must be chosen (section 5). */
export function SalutationField({ label, stored, readOnly, field }: SalutationFieldProps) {
  const text = useText()
  const { notSpecifiedSalutation } = useAppContext().config
  const labels: Readonly<Record<string, string>> = {
    [mister]: text('salutation.mister'),
    [misses]: text('salutation.misses'),
    [diverse]: text('salutation.diverse'),
    [notSpecified]: text('salutation.notSpecified'),
    [company]: text('salutation.company')
  }
  const options = [
    { value: placeholder, label: text('field.choose') },
    ...salutations(notSpecifiedSalutation, stored).map((value) => ({ value, label: labels[value] ?? value }))
  ]
  const chosen: Check = (value) => (value === placeholder ? text('contact.noSalutation') : undefined)
  const common = { label, required: true, options, stored, readOnly }
  return <ChoiceField {...common} {...field('salutation', readOnly ? [] : [chosen])} />
}
