import { useQueryClient } from '@tanstack/react-query'
import { rightName } from '@customer-center/contract/rights'
import { useAppContext } from '../../../context/app-context.ts'
import { type ContactReader, keysOf, type ListedContact, refreshContact, removeAccess } from '../../../data/contact.ts'
import { useSave } from '../../../forms/use-save.ts'
import { Button } from '../../../parts/button.tsx'
import { useAlert } from '../../../parts/dialogs/alert-dialog.tsx'
import { focusHeading } from '../../../parts/focus-heading.ts'
import { Icon } from '../../../parts/icon.tsx'
import { useText } from '../../../texts/texts.ts'
import { isOwnContact } from '../detail/contact-form-rules.ts'
import './contact-menu.css'

interface ContactMenuProps {
  contact: ListedContact
  read: ContactReader
  /** The contact's name as the row shows it. */
  name: string
  tabIndex: number
}

/**
 * Renders the row's button '…', where there is something behind it: an admin takes the access of a colleague who has left, by one
 * save, which can be taken back. Others could not take that back. The question opens at once: a menu of one item would be a click
 * more.
 */
export function ContactMenu({ contact, read, name, tabIndex }: ContactMenuProps) {
  const text = useText()
  const app = useAppContext()
  const queries = useQueryClient()
  const { save } = useSave('contact')
  const { choose } = useAlert()
  const { profile } = app.session

  async function remove(row: HTMLElement | null) {
    const answer = await choose(text('contacts.removeQuestion', { name }), [text('contacts.removeAccess')])
    if (answer === null) return
    await save({
      send: () => removeAccess(app, queries, keysOf(contact, read)),
      statusOf: ({ giveBack }) => ({
        message: text('contacts.accessRemoved', { name }),
        undo: () =>
          save({
            send: giveBack,
            statusOf: (saved) => ({ row: saved.contact, message: text('contacts.accessGivenBack', { name }) }),
            onSaved: (saved) => refreshContact(app, queries, saved),
            onStale: null
          })
      }),
      onSaved: async ({ saved }) => {
        focusBeside(row)
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
        <Icon name="more" />
      </Button>
    </span>
  )
}

/** Keeps the focus in the list before a row leaves it: the next contact takes the row's place. */
function focusBeside(row: HTMLElement | null): void {
  if (!row?.matches(':focus-within')) return
  const isContact = (one: Element | null) => one?.matches('[data-index]') === true
  const stays = isContact(row.nextElementSibling) ? row : row.previousElementSibling
  if (isContact(stays)) stays?.querySelector('button')?.focus({ preventScroll: true })
  else focusHeading(row.closest<HTMLElement>('.kc-main') ?? row)
}
