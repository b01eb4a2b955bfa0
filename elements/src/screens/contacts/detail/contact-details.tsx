import { mayEditRights } from '@customer-center/contract/contact-rules'
import { rightName } from '@customer-center/contract/rights'
import { useQuery } from '@tanstack/react-query'
import { useAppContext } from '../../../context/app-context.ts'
import { useBackendFeature } from '../../../data/backend-feature.ts'
import { newRow, type RowValues } from '../../../data/row-values.ts'
import { contact, type ContactKeys, contactReader } from '../../../data/contact.ts'
import { contactFormFields } from '../../../data/field.ts'
import { customFieldChoices } from '../../../data/possible-values.ts'
import { allQueries, QueryState } from '../../../forms/query-state.tsx'
import { formatName, type NameParts } from '../../../lib/contact-name.ts'
import { Button } from '../../../parts/button.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { Subheading } from '../../../parts/subheading.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { useText } from '../../../texts/texts.ts'
import { ContactAccessSection } from './contact-access.tsx'
import { ContactHistory } from './contact-history.tsx'
import { ContactForm, type ContactFormProps } from './contact-form.tsx'
import { isOwnContact } from './contact-rules.ts'

export type ContactDetailsProps = Pick<ContactFormProps, 'keys' | 'customer' | 'requireEmail' | 'onSaved' | 'onCancel'>

const nobody: ContactKeys = { company: null, id: null, pvaid: null }

/** The form of a contact or a new one (section 2, Contact detail form). */
export default function ContactDetails(props: ContactDetailsProps) {
  const { keys, onCancel } = props
  const text = useText()
  const app = useAppContext()
  // A new contact has nothing to wait for.
  const fields = useQuery(contactFormFields(app))
  const row = useQuery({
    ...contact(app, keys ?? nobody, fields.data),
    ...(!keys && { enabled: false, initialData: newRow })
  })
  const choices = useQuery(customFieldChoices(app))
  const query = allQueries(row, fields, choices)
  const hasAccess = useBackendFeature('access')
  // As the backend has sent it: that of the keys may be a text of the page's.
  const pvaid = row.data ? contactReader(app.config.fieldCodes)(row.data.wire, 'pvaid') : null
  const mayGrantAccess = ({ values }: RowValues) =>
    mayEditRights({
      viewer: app.session.profile?.right ?? 'none',
      own: isOwnContact(values['shopEmail'] ?? '', app.session.profile?.emailAddress ?? ''),
      storedRight: rightName(Number(values['webshopRights']))
    })
  return (
    <>
      <QueryState
        query={query}
        failed={text('contact.failed')}
        skeleton={<Skeleton rows={6} />}
        empty={<EmptyState message={text('form.empty')} />}
        isEmpty={hasNoFields}
      >
        {([contactRow, formFields, fieldChoices]) => (
          <>
            {keys && <ContactName values={contactRow.values} />}
            <ContactForm {...props} row={contactRow} fields={formFields} choices={fieldChoices} />
            {hasAccess && pvaid !== null && mayGrantAccess(contactRow) && <ContactAccessSection pvaid={pvaid} />}
            {pvaid !== null && <ContactHistory pvaid={pvaid} fields={formFields} choices={fieldChoices} />}
          </>
        )}
      </QueryState>
      {(!query.data || hasNoFields(query.data)) && (
        <div>
          <Button onClick={onCancel}>{text('action.cancel')}</Button>
        </div>
      )}
    </>
  )
}

/** Whose data these are, below the heading. */
function ContactName({ values }: Pick<RowValues, 'values'>) {
  const { config } = useAppContext()
  const part = (name: keyof NameParts) => values[name] ?? null
  const { bold, plain } = formatName(
    {
      title: part('title'),
      firstName: part('firstName'),
      lastName: part('lastName'),
      postNominalTitle: part('postNominalTitle')
    },
    config
  )
  return (
    <Subheading>
      {bold && <b>{bold}</b>}
      {plain}
    </Subheading>
  )
}

function hasNoFields([, fields]: readonly [unknown, readonly unknown[], unknown]): boolean {
  return fields.length === 0
}
