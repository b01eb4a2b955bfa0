import { contactFields } from '@customer-center/contract/contact'
import { mayEditEmail, mayEditRights } from '@customer-center/contract/contact-rules'
import type { PossibleValue } from '@customer-center/contract/possible-values'
import type { RightName } from '@customer-center/contract/rights'
import type { ComponentProps } from 'react'
import { useAppContext } from '../../context/app-context.ts'
import type { FormField } from '../../data/field.ts'
import { optionsOf } from '../../data/possible-values.ts'
import { PasswordFields } from '../../forms/password-fields.tsx'
import { type Check, useChecks } from '../../forms/use-checks.ts'
import type { RowForm } from '../../forms/use-row-form.ts'
import { CheckField } from '../../parts/check-field.tsx'
import { TextField } from '../../parts/text-field.tsx'
import { useText } from '../../texts/texts.ts'
import { isEmailRequired, offersActive, showsPassword, type Situation } from './contact-rules.ts'
import { ChoiceField } from './choice-field.tsx'
import { RightsField } from './rights-field.tsx'
import { SalutationField } from './salutation-field.tsx'

export type ContactFieldName = keyof typeof contactFields

export interface ContactFieldProps {
  descriptor: FormField<ContactFieldName>
  label: string
  stored: string | boolean
  /** As it is chosen now. */
  right: RightName
  situation: Situation
  requireEmail: boolean
  choices: readonly PossibleValue[] | undefined
  field: RowForm['field']
}

/** One field of section 2, by the rules of section 5. */
export function ContactField(props: ContactFieldProps) {
  const { descriptor, label, right, situation, field, choices } = props
  const text = useText()
  const checks = useChecks()
  const { name, readOnly, required } = descriptor
  const stored = String(props.stored)
  switch (name) {
    case 'salutation':
      return <SalutationField label={label} stored={stored} readOnly={readOnly} field={field} />
    case 'customField16':
    case 'customField17': {
      const options = optionsOf(choices, stored)
      const checked = required ? [checks.required] : []
      const common = { label, required, options, stored, readOnly, placeholder: text('field.choose') }
      return <ChoiceField {...common} {...field(name, readOnly ? [] : checked)} />
    }
    case 'shopEmail':
    case 'eMailAddress':
      return <EmailField {...props} name={name} />
    case 'password':
      return showsPassword(situation, right) && !readOnly ? <PasswordFields label={label} field={field} /> : null
    case 'webshopRights':
      return (
        <RightsField label={label} stored={stored} readOnly={readOnly || !mayEditRights(situation)} field={field} />
      )
    case 'active': {
      const options = [
        { value: 'true', label: text('contact.yes') },
        { value: 'false', label: text('contact.no') }
      ]
      const fixed = readOnly || !offersActive(situation, stored === 'true')
      return <ChoiceField label={label} options={options} stored={stored} readOnly={fixed} {...field(name)} />
    }
    case 'newsletter':
      return <CheckField label={label} disabled={readOnly} {...field(name)} />
    default:
      return <PlainField {...props} name={name} stored={stored} />
  }
}

type Named = ContactFieldProps & { name: ContactFieldName }

function EmailField({ name, descriptor, label, stored, right, situation, requireEmail, field }: Named) {
  const text = useText()
  const checks = useChecks()
  const { extendedWebshopRights } = useAppContext().config
  const required = isEmailRequired({ configured: descriptor.required, right, extendedWebshopRights, requireEmail })
  if (descriptor.readOnly || !mayEditEmail(situation)) {
    const hint = situation.own ? text('contact.ownEmail') : undefined
    return <TextField label={label} required={required} readOnly value={String(stored)} hint={hint} />
  }
  const needed: Check[] = required ? [checks.required] : []
  const checked = [...needed, checks.email(String(stored)), checks.atMost(contactFields[name].max)]
  return <TextField {...plain} type="email" label={label} required={required} {...field(name, checked)} />
}

// The data of a colleague: a browser would offer the person's own.
const plain: Partial<ComponentProps<typeof TextField>> = { autoComplete: 'off' }

const kinds: Partial<Record<ContactFieldName, Partial<ComponentProps<typeof TextField>>>> = {
  phoneNumber: { type: 'tel' },
  teleFax: { type: 'tel' }
}

function PlainField({ name, descriptor, label, stored, field }: Named) {
  const checks = useChecks()
  const { max, use } = contactFields[name]
  const { required } = descriptor
  if (descriptor.readOnly || use !== 'both') {
    return <TextField label={label} required={required} readOnly value={String(stored)} />
  }
  const needed: Check[] = required ? [checks.required] : []
  const checked = [...needed, checks.atMost(max)]
  return <TextField {...plain} {...kinds[name]} label={label} required={required} {...field(name, checked)} />
}
