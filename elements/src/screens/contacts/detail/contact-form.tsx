import { allContactFields } from '@customer-center/contract/contact'
import { rightName } from '@customer-center/contract/rights'
import { GroupedFields } from '../../../forms/grouped-fields.tsx'
import { ErrorSummary } from '../../../parts/fields/error-summary.tsx'
import { FormActions } from '../../../parts/fields/form-actions.tsx'
import { Form } from '../../../parts/fields/form.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { useText } from '../../../texts/texts.ts'
import { ContactField, ContactFormContext } from './contact-field.tsx'
import { loginField, requiredName, shownFields } from './contact-form-rules.ts'
import { accessNoteOf } from './contact-form-texts.ts'
import { type ContactFormOptions, useContactForm } from './use-contact-form.ts'

export interface ContactFormProps extends ContactFormOptions {
  requireEmail: boolean
  onCancel: () => void
}

/** Renders the fields of the shop's list in groups (section 2, Contact detail form). */
export function ContactForm({ requireEmail, onCancel, ...options }: ContactFormProps) {
  const { keys, row, fields, choices } = options
  const text = useText()
  const { form, submit, saving, changed, leaveBy, notice, refused, ...contactForm } = useContactForm(options)
  const { situation } = contactForm
  const right = rightName(Number(form.watch('webshopRights')))
  const shown = shownFields(fields, situation, right)
  // The server requires it as well, whatever the shop's list says.
  const alwaysRequired = keys ? 'lastName' : requiredName(fields)
  const hasPassword = shown.some(({ name }) => name === 'password')
  const state = {
    ...contactForm,
    storedOf: (name: string) => String(form.formState.defaultValues?.[name] ?? ''),
    right,
    login: loginField(fields, row.values['shopEmail'] ?? ''),
    requireEmail,
    choices,
    accessNote: accessNoteOf({ situation, right, hasPassword, valueOf: (name) => form.watch(name) }, text)
  }

  return (
    <Form onSubmit={submit} aria-busy={saving}>
      {notice && <Notice tone="warning">{notice}</Notice>}
      <ErrorSummary errors={refused} />
      <ContactFormContext value={state}>
        <GroupedFields identity={text('group.person')} fields={shown} table={allContactFields} saving={saving}>
          {(one) => (
            <ContactField key={one.name} descriptor={one.name === alwaysRequired ? { ...one, required: true } : one} />
          )}
        </GroupedFields>
      </ContactFormContext>
      <FormActions
        saving={saving}
        changed={changed}
        disabled={!changed && !situation.isNew}
        onCancel={() => void leaveBy(onCancel)}
      />
    </Form>
  )
}
