import { createContext, use } from 'react'
import { allContactFields } from '@customer-center/contract/contact'
import { mayEditEmail, mayEditRights } from '@customer-center/contract/contact-rules'
import type { RightName } from '@customer-center/contract/rights'
import type { FormField } from '../../../data/field.ts'
import { type FieldChoices, optionsOf } from '../../../data/possible-values.ts'
import { rightsHint } from '../../../data/rights.ts'
import { CountryField } from '../../../forms/address-fields.tsx'
import { PasswordFields } from '../../../forms/password-fields.tsx'
import { RowSelect, RowTextField } from '../../../forms/row-fields.tsx'
import { useValidators } from '../../../forms/use-validators.ts'
import { CheckField } from '../../../parts/fields/check-field.tsx'
import { useText } from '../../../texts/texts.ts'
import { offersActive } from './contact-form-rules.ts'
import { yesOrNo } from './contact-form-texts.ts'
import { type ContactFieldName, useContactValidators } from './contact-validators.ts'
import { RightsField } from './rights-field.tsx'
import { SalutationField } from './salutation-field.tsx'
import type { ContactRowForm } from './use-contact-form.ts'

/** The state that the fields of a form share. */
interface ContactFormState extends Pick<ContactRowForm, 'field' | 'labelOf' | 'situation'> {
  /** Returns the stored value of a field; empty for a new contact. */
  readonly storedOf: (name: string) => string
  /** The right that is selected in the form. */
  readonly right: RightName
  /** The field that {@link loginField} names. */
  readonly login: string | null
  readonly requireEmail: boolean
  readonly choices: FieldChoices<ContactFieldName>
  /** A note about the mail that a save sends because of the selected right; null if that cannot change. */
  readonly accessNote: string | null
}

export const ContactFormContext = createContext<ContactFormState | null>(null)

/** Renders one field of section 2, by the rules of section 5; it is in a {@link ContactFormContext}. */
export function ContactField({ descriptor }: { descriptor: FormField<ContactFieldName> }) {
  const form = use(ContactFormContext)
  return form && <FieldOfKind {...descriptor} form={form} />
}

interface FieldOfKindProps extends FormField<ContactFieldName> {
  form: ContactFormState
}

function FieldOfKind({ name, readOnly, required: configured, form }: FieldOfKindProps) {
  const { right, situation, login, requireEmail, choices, accessNote, field } = form
  const text = useText()
  const { required } = useValidators()
  const stored = form.storedOf(name)
  const label = form.labelOf(name)
  const rule = useContactValidators()({ name, required: configured }, { right, stored, login, requireEmail })
  const spec = allContactFields[name]
  const common = { name, spec, label, stored, required: rule.required, validators: rule.also, field }
  switch (name) {
    case 'salutation':
      return <SalutationField {...common} readOnly={readOnly} />
    case 'customField16':
    case 'customField17':
      return (
        <RowSelect
          {...common}
          readOnly={readOnly}
          options={optionsOf(choices[name], stored)}
          placeholder={text('field.choose')}
          validators={configured ? [required] : []}
        />
      )
    case 'country':
      return <CountryField {...common} readOnly={readOnly} />
    case 'shopEmail':
    case 'eMailAddress': {
      const forbidden = !mayEditEmail(situation)
      return (
        <RowTextField
          {...common}
          autoComplete="off"
          readOnly={readOnly || forbidden}
          hint={forbidden ? text(situation.own ? 'contact.ownEmail' : 'contact.accessEmail') : undefined}
        />
      )
    }
    case 'password':
      return <PasswordFields label={label} field={field} />
    case 'webshopRights': {
      const forbidden = !mayEditRights(situation)
      return (
        <>
          <RightsField
            {...common}
            readOnly={readOnly || forbidden}
            hint={forbidden ? text(rightsHint(situation.viewer)) : undefined}
          />
          {accessNote && <output className="kc-fields-note">{accessNote}</output>}
        </>
      )
    }
    case 'active':
      return (
        <RowSelect
          {...common}
          readOnly={readOnly || !offersActive(situation, stored === 'true')}
          options={yesOrNo(text)}
        />
      )
    case 'newsletter':
      return <CheckField label={label} disabled={readOnly} {...field(name)} />
    default:
      return (
        <RowTextField
          {...common}
          // The browser would fill in the data of the person who is logged in.
          autoComplete="off"
          readOnly={readOnly || spec.use !== 'both'}
        />
      )
  }
}
