import { rightName } from '@customer-center/contract/rights'
import { useQueryClient } from '@tanstack/react-query'
import { useAppContext } from '../../../context/app-context.ts'
import { type ContactReader, keysOf, type ListedContact, refreshContact, removeAccess } from '../../../data/contact.ts'
import { useSave } from '../../../forms/use-save.ts'
import { useAlert } from '../../../parts/dialogs/alert-dialog.tsx'
import { focusHeading } from '../../../parts/focus-heading.ts'
import { MenuButton, MenuItem } from '../../../parts/menu-button.tsx'
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
 * Renders the row's further actions, where there are any: an admin takes the access of a colleague who has left. Others could not
 * take that back.
 */
export function ContactMenu({ contact, read, name, tabIndex }: ContactMenuProps) {
  const text = useText()
  const { profile } = useAppContext().session
  const hasAccess = (read(contact, 'active') ?? true) && rightName(read(contact, 'webshopRights') ?? 0) !== 'none'
  const isOwn = isOwnContact(read(contact, 'displayEmail') ?? '', profile?.emailAddress ?? '')
  if (profile?.right !== 'admin' || !hasAccess || isOwn) return null
  return (
    <span className="kc-contact-menu">
      <MenuButton label={text('contacts.more', { name })} tabIndex={tabIndex}>
        <RemoveAccess contact={contact} read={read} name={name} />
      </MenuButton>
    </span>
  )
}

/** Asks and, with the answer, takes the access away by one save, which can be taken back. */
function RemoveAccess({ contact, read, name }: Omit<ContactMenuProps, 'tabIndex'>) {
  const text = useText()
  const app = useAppContext()
  const queries = useQueryClient()
  const { save } = useSave('contact')
  const { choose } = useAlert()

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
  return (
    <MenuItem onClick={({ currentTarget }) => void remove(currentTarget.closest('tr'))}>
      {`${text('contacts.removeAccess')} …`}
    </MenuItem>
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
