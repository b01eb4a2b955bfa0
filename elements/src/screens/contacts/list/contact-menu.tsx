import { useQueryClient } from '@tanstack/react-query'
import type { Id } from '@customer-center/contract/field-codes'
import { rightName } from '@customer-center/contract/rights'
import { useAppContext } from '../../../context/app-context.ts'
import { contactReader, keysOf, type ListedContact, refreshContact, removeAccess } from '../../../data/contact.ts'
import { useSave } from '../../../forms/use-save.ts'
import { Button } from '../../../parts/button.tsx'
import { useAlert } from '../../../parts/dialogs/alert-dialog.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { useText } from '../../../texts/texts.ts'
import { isOwnContact } from '../detail/contact-form-rules.ts'
import './contact-menu.css'

interface ContactMenuProps {
  contact: ListedContact
  /** The contact's name as the row shows it. */
  name: string
  tabIndex: number
  /** Gives the focus to the row when it is back. */
  onReturn: (pvaid: Id) => void
}

/**
 * Renders the row's button 'Zugang entfernen', where there is something behind it: an admin takes the access of a colleague who has left, by one
 * save, which can be taken back. Others could not take that back. The question opens at once: a menu of one item would be a click
 * more.
 */
export function ContactMenu({ contact, name, tabIndex, onReturn }: ContactMenuProps) {
  const text = useText()
  const app = useAppContext()
  const read = contactReader(app.config.fieldCodes)
  const queries = useQueryClient()
  const { save } = useSave('contact')
  const { choose } = useAlert()
  const { profile } = app.session

  async function remove(row: HTMLElement | null) {
    const labels = [text('contacts.removeAccess')]
    const answer = await choose(text('contacts.removeQuestion', { name }), labels, { danger: true })
    if (answer === null) return
    await save({
      send: () => removeAccess(app, queries, keysOf(contact, read)),
      statusOf: ({ giveBack }) => ({
        message: text('contacts.accessRemoved', { name }),
        focusesUndo: hasFocus(row) && !rowBeside(row),
        undo: () =>
          save({
            send: giveBack,
            statusOf: (saved) => ({ row: saved.contact, message: text('contacts.accessGivenBack', { name }) }),
            onSaved: (saved) => {
              if (saved.contact !== null) onReturn(saved.contact)
              return refreshContact(app, queries, saved)
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
  const hasAccess = (read(contact, 'active') ?? true) && rightName(read(contact, 'webshopRights') ?? 0) !== 'none'
  const isOwn = isOwnContact(read(contact, 'displayEmail') ?? '', profile?.emailAddress ?? '')
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

/** Returns the row with the button of the next contact, which takes the place of a row that leaves the list, or of the last one. */
function rowBeside(row: HTMLElement | null): Element | null {
  const isContact = (one: Element | null | undefined) => one?.matches('[data-index]') === true
  if (isContact(row?.nextElementSibling)) return row
  return isContact(row?.previousElementSibling) ? (row?.previousElementSibling ?? null) : null
}
