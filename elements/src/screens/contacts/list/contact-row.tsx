import { memo, type Ref } from 'react'
import type { Id } from '@customer-center/contract/field-codes'
import { rightName } from '@customer-center/contract/rights'
import { useAppContext } from '../../../context/app-context.ts'
import { contactReader, type ListedContact, readName } from '../../../data/contact.ts'
import { rightLabel } from '../../../data/rights.ts'
import { formatName } from '../../../lib/contact-name.ts'
import { MarkedText } from '../../../parts/lists/marked-text.tsx'
import { RowButton } from '../../../parts/lists/row-button.tsx'
import { useRowClick } from '../../../parts/lists/use-row-click.ts'
import { useText } from '../../../texts/texts.ts'
import { ContactMenu } from './contact-menu.tsx'

interface ContactRowProps {
  contact: ListedContact
  index: number
  /** Whether this row's button is in the tab order; the arrow keys lead to the others. */
  current: boolean
  /** Whether it has just been saved. */
  saved: boolean
  /** Measures the row's height; not needed for printing. */
  measure: Ref<HTMLTableRowElement> | undefined
  onEdit: (contact: ListedContact) => void
  /** Gives the focus to a row whose contact is back in the list. */
  onReturn: (pvaid: Id) => void
}

/** Name, e-mail address, right and 'Bearbeiten' of one contact. */
export const ContactRow = memo(function ContactRow({
  contact,
  index,
  current,
  saved,
  measure,
  onEdit,
  onReturn
}: ContactRowProps) {
  const text = useText()
  const { config } = useAppContext()
  const read = contactReader(config.fieldCodes)
  const { bold, plain } = formatName(readName(contact, read), config)
  const name = `${bold}${plain}`
  const email = shownEmail(read(contact, 'displayEmail'))
  const right = rightName(read(contact, 'webshopRights') ?? 0)
  const rightText = text(rightLabel(right, config.extendedWebshopRights))
  const opening = useRowClick(() => onEdit(contact))
  return (
    <tr
      ref={measure}
      className={saved ? 'kc-saved' : undefined}
      data-index={index}
      aria-rowindex={index + 2}
      {...opening}
    >
      <td data-label={text('contacts.name')} title={name}>
        <span>
          {bold && (
            <b>
              <MarkedText>{bold}</MarkedText>
            </b>
          )}
          <MarkedText>{plain}</MarkedText>
        </span>
      </td>
      <td data-label={text('contacts.email')} title={email}>
        {email}
      </td>
      <td
        data-label={text('contacts.rights')}
        title={rightText}
        className={right === 'none' ? 'kc-one-line' : undefined}
      >
        {rightText}
      </td>
      <td data-label="" className="kc-actions">
        <RowButton
          icon="edit"
          tabIndex={current ? 0 : -1}
          aria-label={`${text('contacts.edit')}: ${name}`}
          onClick={() => onEdit(contact)}
        >
          {text('contacts.edit')}
        </RowButton>
        <ContactMenu contact={contact} name={name} tabIndex={current ? 0 : -1} onReturn={onReturn} />
      </td>
    </tr>
  )
})

/** Returns the address, which is shown only with an at sign and a dot (section 5). */
function shownEmail(email: string | null): string {
  return email?.includes('@') && email.includes('.') ? email : '-'
}
