import type { ComponentProps } from 'react'
import { allContactFields, ContactSalutation } from '@customer-center/contract/contact'
import { mayEditRights } from '@customer-center/contract/contact-rules'
import { type RightName, rightName } from '@customer-center/contract/rights'
import { useBackendFeature } from '../../../data/backend-feature.ts'
import type { FormField } from '../../../data/field.ts'
import { type FieldChoices, optionsOf } from '../../../data/possible-values.ts'
import { rightsHint } from '../../../data/rights.ts'
import { CountryField } from '../../../forms/address-fields.tsx'
import { GroupedFields } from '../../../forms/grouped-fields.tsx'
import { PasswordFields } from '../../../forms/password-fields.tsx'
import { RowSelect, RowTextField } from '../../../forms/row-fields.tsx'
import { useValidators } from '../../../forms/use-validators.ts'
import { CheckField } from '../../../parts/fields/check-field.tsx'
import { ErrorSummary } from '../../../parts/fields/error-summary.tsx'
import { FormActions } from '../../../parts/fields/form-actions.tsx'
import { Form } from '../../../parts/fields/form.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { useText } from '../../../texts/texts.ts'
import { shownEmail, shownFields } from './contact-form-rules.ts'
import { yesOrNo, accessNoteOf, useSalutations } from './contact-form-texts.ts'
import { type ContactFieldName, useContactValidators } from './contact-validators.ts'
import { RightsField } from './rights-field.tsx'
import { type ContactRowForm, type ContactFormOptions, useContactForm } from './use-contact-form.ts'

export interface ContactFormProps extends ContactFormOptions {
  choices: FieldChoices<ContactFieldName>
  requireEmail: boolean
  onCancel: () => void
}

/** Renders the fields of the shop's list in groups. */
export function ContactForm({ choices, requireEmail, onCancel, ...options }: ContactFormProps) {
  const { fields } = options
  const text = useText()
  const { form, submit, saving, changed, leaveBy, notice, refused, ...contactForm } = useContactForm(options)
  const { situation } = contactForm
  const mailsAccess = useBackendFeature('access')
  const right = rightName(Number(form.watch('webshopRights')))
  const shown = shownFields(fields, situation, right)
  const hasPassword = shown.some(({ name }) => name === 'password')
  const state = {
    ...contactForm,
    storedOf: (name: string) => String(form.formState.defaultValues?.[name] ?? ''),
    right,
    requireEmail,
    choices,
    accessNote: mailsAccess
      ? accessNoteOf({ situation, right, hasPassword, valueOf: (name) => form.watch(name) }, text)
      : null
  }

  return (
    <Form onSubmit={submit} aria-busy={saving}>
      {notice && <Notice tone="warning">{notice}</Notice>}
      <ErrorSummary errors={refused} />
      <GroupedFields identity={text('group.person')} fields={shown} table={allContactFields} saving={saving}>
        {(one) => <ContactField key={one.name} {...one} form={state} />}
      </GroupedFields>
      <FormActions
        saving={saving}
        changed={changed}
        disabled={!changed && !situation.isNew}
        onCancel={() => void leaveBy(onCancel)}
      />
    </Form>
  )
}

interface ContactFormState extends Pick<ContactRowForm, 'field' | 'labelOf' | 'situation'> {
  /** Returns the stored value of a field; empty for a new contact. */
  readonly storedOf: (name: string) => string
  /** The right that is selected in the form. */
  readonly right: RightName
  readonly requireEmail: boolean
  readonly choices: FieldChoices<ContactFieldName>
  /** A note about the mail that a save sends because of the selected right; null if that cannot change. */
  readonly accessNote: string | null
}

/** Renders Anrede, which must be chosen. */
function SalutationField(props: Omit<ComponentProps<typeof RowSelect>, 'options'>) {
  const none = { value: ContactSalutation.placeholder, label: useText()('field.choose') }
  return <RowSelect {...props} required options={[none, ...useSalutations(props.stored)]} />
}

interface ContactFieldProps extends FormField<ContactFieldName> {
  form: ContactFormState
}

/** Renders one field, by the rules of its validators. */
function ContactField({ name, readOnly, required: configured, form }: ContactFieldProps) {
  const { right, situation, requireEmail, choices, accessNote, field } = form
  const text = useText()
  const { required } = useValidators()
  const stored = form.storedOf(name)
  const label = form.labelOf(name)
  const rule = useContactValidators()({ name, required: configured }, { right, stored, requireEmail })
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
    case 'eMailAddress':
    case 'displayEmail': {
      const isShown = readOnly || situation.own || spec.use !== 'both'
      return (
        <RowTextField
          {...common}
          autoComplete="off"
          readOnly={isShown}
          stored={isShown ? shownEmail(stored) : stored}
          hint={situation.own && name !== 'displayEmail' ? text('contact.ownEmail') : undefined}
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
      // A new contact is active.
      return <RowSelect {...common} readOnly={readOnly || situation.isNew} options={yesOrNo(text)} />
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
