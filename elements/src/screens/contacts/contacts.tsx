import type { QueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { type AppContext, useAppContext } from '../../context/app-context.ts'
import { useBackendFeature } from '../../data/backend-feature.ts'
import { type ContactKeys, contactReader, contacts, keysOf, type ListedContact } from '../../data/contact.ts'
import { QueryState } from '../../forms/query-state.tsx'
import { useRowDetail } from '../../forms/use-row-detail.ts'
import { Button } from '../../parts/button.tsx'
import { FocusedHeading } from '../../parts/focused-heading.tsx'
import { lazyAgain } from '../../parts/lazy-module.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { ContactList } from './list/contact-list.tsx'
import { type ContactListStore, listStateOf } from './list/list-state.ts'

// The code is loaded on demand: most people look something up and never open a form.
const detailsCode = lazyAgain(() => import('./detail/contact-details.tsx'))
const bulkCode = lazyAgain(() => import('./paste/bulk-contacts.tsx'))

export const readAhead = (app: AppContext, queries: QueryClient) => queries.prefetchQuery(contacts(app))

/** The details beside the contacts themselves. */
const newContact = 'new'
const bulk = 'paste'

/**
 * Renders the customer's contacts (section 2, Contacts screen): their list, or the form of one of them in its place.
 */
export default function Contacts() {
  const text = useText()
  const app = useAppContext()
  const [listState] = useState(() => listStateOf(app.router.memory()))
  const [ContactDetails] = useState(detailsCode)
  const [BulkContacts] = useState(bulkCode)
  const mayAddBulk = useMayAddBulk()
  const read = useMemo(() => contactReader(app.config.fieldCodes), [app.config])
  const { detail, row, query, moved, open, openRow, close } = useRowDetail({
    list: contacts(app),
    nameOf: (contact) => nameOf(keysOf(contact, read)),
    others: mayAddBulk ? [newContact, bulk] : [newContact],
    unknown: text('contacts.none')
  })
  const keys = useMemo(() => row && keysOf(row, read), [row, read])

  function edit(contact: ListedContact) {
    listState.set({ opened: openedOf(keysOf(contact, read), false) })
    openRow(contact)
  }

  function add(kind: 'new' | 'bulk') {
    listState.set({ opened: kind })
    open(kind === 'new' ? newContact : bulk)
  }

  const leave = () => close({ unguarded: true })
  if (detail === null) {
    return (
      <ContactList listState={listState} onEdit={edit} onAdd={() => add('new')}>
        {mayAddBulk && <BulkButton listState={listState} onOpen={() => add('bulk')} />}
      </ContactList>
    )
  }
  const isNew = detail === newContact
  const loading = <Skeleton rows={6} />
  if (detail === bulk) {
    return (
      <>
        <FocusedHeading first={!moved}>{text('bulkContacts.heading')}</FocusedHeading>
        <Suspense fallback={loading}>
          <BulkContacts
            onCreated={(first) => {
              listState.set({ opened: openedOf(first, true) })
              leave()
            }}
            onClose={leave}
          />
        </Suspense>
      </>
    )
  }
  return (
    <>
      <FocusedHeading first={!moved}>{text('contact.heading')}</FocusedHeading>
      <Suspense fallback={loading}>
        {isNew || keys ? (
          <ContactDetails
            key={detail}
            keys={keys}
            requireEmail={false}
            onSaved={(saved) => {
              listState.set({ opened: openedOf(saved, isNew) })
              leave()
            }}
            onCancel={leave}
          />
        ) : (
          <QueryState query={query} failed={text('contact.failed')} skeleton={loading}>
            {() => loading}
          </QueryState>
        )}
      </Suspense>
    </>
  )
}

/** Tells whether the person may add several contacts at once. */
function useMayAddBulk(): boolean {
  const { config, session } = useAppContext()
  // Without keys, a repeated call would create somebody twice.
  return useBackendFeature('bulk-contacts') && config.idempotencyKeys && session.profile?.right === 'admin'
}

interface BulkButtonProps {
  listState: ContactListStore
  onOpen: () => void
}

/** Leads to the form for many contacts; gets the focus back after it. */
function BulkButton({ listState, onOpen }: BulkButtonProps) {
  const text = useText()
  const takeFocus = useCallback(
    (button: HTMLButtonElement | null) => {
      if (!button || listState.get().opened !== 'bulk') return
      listState.set({ opened: null })
      button.focus()
    },
    [listState]
  )
  return (
    <Button ref={takeFocus} kind="plain" onClick={onOpen}>
      {text('bulkContacts.add')}
    </Button>
  )
}

/** Returns the number that names a contact in the address. */
function nameOf({ contact, contactId }: ContactKeys): string {
  return String(contact ?? contactId)
}

function openedOf({ contact: pvaid }: Pick<ContactKeys, 'contact'>, isNew: boolean) {
  return pvaid === null ? 'new' : { pvaid, isNew }
}
