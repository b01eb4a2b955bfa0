import { useQuery } from '@tanstack/react-query'
import { useCenter } from '../../client/center.ts'
import type { FormRow } from '../../client/form-row.ts'
import { contact, type ContactKeys } from '../../data/contact.ts'
import { contactFormFields } from '../../data/field.ts'
import { customFieldChoices } from '../../data/possible-values.ts'
import { FormState } from '../../forms/form-state.tsx'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useText } from '../../texts/texts.ts'
import { ContactForm, type ContactFormProps } from './contact-form.tsx'

export type ContactDetailsProps = Pick<ContactFormProps, 'keys' | 'requireEmail' | 'onSaved' | 'onCancel'>

const newRow: FormRow = { values: {}, version: null }
const nobody: ContactKeys = { company: null, id: null, pvaid: null }

/** The contact detail form (section 2), for a contact or for a new one, as soon as all it consists of is there. */
export default function ContactDetails(props: ContactDetailsProps) {
  const { keys, onCancel } = props
  const text = useText()
  const center = useCenter()
  const row = useQuery({ ...contact(center, keys ?? nobody), enabled: keys !== null })
  const fields = useQuery(contactFormFields(center))
  const choices = useQuery(customFieldChoices(center))
  const readings = keys ? [row, fields, choices] : [fields, choices]
  const loaded = keys ? row.data : newRow
  return (
    <>
      <FormState readings={readings} failed={text('contact.failed')}>
        {() =>
          loaded && fields.data && choices.data && fields.data.length > 0 ? (
            <ContactForm {...props} row={loaded} fields={fields.data} choices={choices.data} />
          ) : (
            <EmptyState message={text('form.empty')} />
          )
        }
      </FormState>
      {!(loaded && fields.data?.length && choices.data) && (
        <div>
          <Button onClick={onCancel}>{text('action.cancel')}</Button>
        </div>
      )}
    </>
  )
}
