import { allContactFields } from '@customer-center/contract/contact'
import { mayEditEmail, mayEditRights } from '@customer-center/contract/contact-rules'
import type { PossibleValue } from '@customer-center/contract/possible-values'
import type { RightName } from '@customer-center/contract/rights'
import type { FormField } from '../../../data/field.ts'
import { optionsOf } from '../../../data/possible-values.ts'
import { lockedRights } from '../../../data/rights.ts'
import { CountryField } from '../../../forms/country-fields.tsx'
import { PasswordFields } from '../../../forms/password-fields.tsx'
import { RowSelect, RowTextField } from '../../../forms/row-fields.tsx'
import type { RowForm } from '../../../forms/use-row-form.ts'
import { useValidators } from '../../../forms/use-validators.ts'
import { CheckField } from '../../../parts/check-field.tsx'
import { useText } from '../../../texts/texts.ts'
import { offersActive, type ContactFormSituation } from './contact-form-rules.ts'
import { type ContactFieldName, useContactValidators } from './contact-validators.ts'
import { RightsField } from './rights-field.tsx'
import { SalutationField } from './salutation-field.tsx'

interface ContactFieldProps {
  descriptor: FormField<ContactFieldName>
  label: string
  stored: string | boolean
  /** The right that is selected in the form. */
  right: RightName
  situation: ContactFormSituation
  login: string | null
  requireEmail: boolean
  choices: readonly PossibleValue[] | undefined
  /** A note about the mail that a save sends because of the selected right; null if that cannot change. */
  accessNote: string | null
  field: RowForm['field']
}

/** One field of section 2, by the rules of section 5. */
export function ContactField({
  descriptor: { name, readOnly, required: configured },
  label,
  stored: value,
  right,
  situation,
  login,
  requireEmail,
  choices,
  accessNote,
  field
}: ContactFieldProps) {
  const text = useText()
  const { required } = useValidators()
  const stored = String(value)
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
          options={optionsOf(choices, stored)}
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
            hint={forbidden ? text(lockedRights(situation.viewer)) : undefined}
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
          options={[
            { value: 'true', label: text('contact.yes') },
            { value: 'false', label: text('contact.no') }
          ]}
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
