import type { ComponentProps } from 'react'
import { ContactSalutation } from '@customer-center/contract/contact'
import { useAppContext } from '../../../context/app-context.ts'
import { RowSelect } from '../../../forms/row-fields.tsx'
import type { SelectOption } from '../../../parts/fields/select-field.tsx'
import { useText } from '../../../texts/texts.ts'
import { salutationChoices } from './contact-form-rules.ts'

const { placeholder, mister, misses, diverse, notSpecified, company } = ContactSalutation

/** Anrede, which must be chosen (section 5). */
export function SalutationField(props: Omit<ComponentProps<typeof RowSelect>, 'options'>) {
  const text = useText()
  const options = [{ value: placeholder, label: text('field.choose') }, ...useSalutations(props.stored)]
  return <RowSelect {...props} required options={options} />
}

/** The salutations of the shop, and the one that is stored. */
export function useSalutations(stored: string): SelectOption[] {
  const text = useText()
  const { notSpecifiedSalutation } = useAppContext().config
  const labels: Readonly<Record<string, string>> = {
    [mister]: text('salutation.mister'),
    [misses]: text('salutation.misses'),
    [diverse]: text('salutation.diverse'),
    [notSpecified]: text('salutation.notSpecified'),
    [company]: text('salutation.company')
  }
  return salutationChoices(notSpecifiedSalutation, stored).map((value) => ({ value, label: labels[value] ?? value }))
}
