import { allContactFields } from '@customer-center/contract/contact'
import type { Id } from '@customer-center/contract/field-codes'
import { rightName } from '@customer-center/contract/rights'
import { ContactSalutation } from '@customer-center/contract/salutation'
import { useAppContext } from '../../../context/app-context.ts'
import type { FormField } from '../../../data/field.ts'
import type { Choices } from '../../../data/possible-values.ts'
import { rightLabel } from '../../../data/rights.ts'
import { History } from '../../../forms/history.tsx'
import { useText } from '../../../texts/texts.ts'
import type { ContactFieldName } from './contact-validators.ts'
import { useSalutations } from './salutation-field.tsx'

interface ContactHistoryProps {
  pvaid: Id
  fields: readonly FormField<ContactFieldName>[]
  choices: Choices<ContactFieldName>
}

const map = { noun: 'contact', fields: allContactFields } as const

/** Who changed what of a contact, in the words of its form. */
export function ContactHistory({ pvaid, fields, choices }: ContactHistoryProps) {
  const text = useText()
  const { extendedWebshopRights: extended } = useAppContext().config
  // With one that may be stored although it is not offered.
  const salutations = useSalutations(String(ContactSalutation.notSpecified))
  function choiceOf(name: string, value: string): string | undefined {
    if (name === 'webshopRights') return text(rightLabel(rightName(Number(value)), extended))
    if (name === 'salutation') return salutations.find((one) => one.value === value)?.label
    return choices[name as ContactFieldName]?.find(({ key }) => String(key) === value)?.value
  }
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? text('field.label')
  return <History of={{ pvaid }} map={map} labelOf={labelOf} choiceOf={choiceOf} />
}
