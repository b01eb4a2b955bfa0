import { useQueryClient } from '@tanstack/react-query'
import { memo, type Ref } from 'react'
import { rightName } from '@customer-center/contract/rights'
import { useAppContext } from '../../../context/app-context.ts'
import { removeAccess } from '../../../data/contact-access.ts'
import { keysOf, type ListedContact, refreshContact } from '../../../data/contact.ts'
import { rightLabel } from '../../../data/rights.ts'
import { useSave } from '../../../forms/use-save.ts'
import { formatName } from '../../../lib/contact-name.ts'
import { Button } from '../../../parts/button.tsx'
import { useAlert } from '../../../parts/dialogs/alert-dialog.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { MarkedText } from '../../../parts/lists/marked-text.tsx'
import { RowButton } from '../../../parts/lists/row-button.tsx'
import { useRowClick } from '../../../parts/lists/use-row-click.ts'
import { useText } from '../../../texts/texts.ts'
import { isOwnContact, shownEmail } from '../detail/contact-form-rules.ts'
import './contact-row.css'

interface ContactRowProps {
  contact: ListedContact
  index: number
  /** Whether this row's button is in the tab order; the arrow keys lead to the others. */
  current: boolean
  /** Whether the contact has just been saved. */
  saved: boolean
  /** Measures the row's height; not needed for printing. */
  measure: Ref<HTMLTableRowElement> | undefined
  onEdit: (contact: ListedContact) => void
  /** Gives the focus to a row whose contact is back in the list. */
  onReturn: (pvaid: string) => void
}

/** Renders name, e-mail address, right and 'Bearbeiten' of one contact. */
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
  const { bold, plain } = formatName(contact, config)
  const name = `${bold}${plain}`
  const email = shownEmail(contact.displayEmail)
  const right = text(rightLabel(rightName(contact.webshopRights ?? 0), config.extendedWebshopRights))
  const opening = useRowClick(() => onEdit(contact))
  return (
    <tr
      ref={measure}
      className={saved ? 'kc-saved' : undefined}
      data-index={index}
      aria-rowindex={index + 2}
      {...opening}
    >
      <td data-label={text('contacts.name')}>
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
      <td data-label={text('contacts.rights')}>{right}</td>
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

interface ContactMenuProps {
  contact: ListedContact
  name: string
  tabIndex: number
  /** Gives the focus to the row after it is back in the list. */
  onReturn: (pvaid: string) => void
}

/**
 * Renders the row's button 'Zugang entfernen', for an admin and a contact with access. An admin removes the access of a
 * colleague who has left by one save, and can take it back; other people could not take it back. The question opens at
 * once: a menu of one item would be a click more.
 */
function ContactMenu({ contact, name, tabIndex, onReturn }: ContactMenuProps) {
  const text = useText()
  const app = useAppContext()
  const queries = useQueryClient()
  const { save } = useSave('contact')
  const { choose } = useAlert()
  const { profile } = app.session

  async function remove(row: HTMLElement | null) {
    const labels = [text('contacts.removeAccess')]
    const answer = await choose(text('contacts.removeQuestion', { name }), labels, { danger: true })
    if (answer === null) return
    await save({
      send: () => removeAccess(app, queries, keysOf(contact)),
      statusOf: ({ giveBack }) => ({
        message: text('contacts.accessRemoved', { name }),
        focusesUndo: hasFocus(row) && !rowBeside(row),
        undo: () =>
          save({
            send: giveBack,
            statusOf: (saved) => ({ row: saved.pvaid, message: text('contacts.accessGivenBack', { name }) }),
            onSaved: (saved) => {
              if (saved.pvaid !== null) onReturn(saved.pvaid)
              return refreshContact(app, queries, saved).then(() => undefined)
            },
            onStale: null
          })
      }),
      onSaved: async ({ saved }) => {
        if (hasFocus(row)) rowBeside(row)?.querySelector('button')?.focus({ preventScroll: true })
        await refreshContact(app, queries, saved)
      },
      onStale: null
    })
  }
  const hasAccess = (contact.active ?? true) && rightName(contact.webshopRights ?? 0) !== 'none'
  const isOwn = isOwnContact(contact.displayEmail ?? '', profile?.emailAddress ?? '')
  if (profile?.right !== 'admin' || !hasAccess || isOwn) return null
  return (
    <span className="kc-contact-menu">
      <Button
        kind="plain"
        tabIndex={tabIndex}
        aria-label={`${text('contacts.removeAccess')}: ${name}`}
        aria-haspopup="dialog"
        title={`${text('contacts.removeAccess')} …`}
        onClick={({ currentTarget }) => void remove(currentTarget.closest('tr'))}
      >
        <Icon name="removePerson" />
      </Button>
    </span>
  )
}

const hasFocus = (row: HTMLElement | null): boolean => row?.matches(':focus-within') === true

/**
 * Returns the row whose button gets the focus when a row leaves the list: the next contact's, which takes its place, or
 * the last one.
 */
function rowBeside(row: HTMLElement | null): Element | null {
  const isContact = (one: Element | null | undefined) => one?.matches('[data-index]') === true
  if (isContact(row?.nextElementSibling)) return row
  return isContact(row?.previousElementSibling) ? (row?.previousElementSibling ?? null) : null
}
