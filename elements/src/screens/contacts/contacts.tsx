import type { QueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { type AppContext, useAppContext } from '../../context/app-context.ts'
import { useBackendFeature } from '../../data/backend-feature.ts'
import { type ContactKeys, contacts, keysOf, type ListedContact, type SavedContact } from '../../data/contact.ts'
import { QueryState } from '../../forms/query-state.tsx'
import { useRowDetail } from '../../forms/use-row-detail.ts'
import { Button } from '../../parts/button.tsx'
import { FocusedHeading } from '../../parts/focused-heading.tsx'
import { lazyWithRetry } from '../../parts/lazy-module.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { ContactList } from './list/contact-list.tsx'
import { type ContactListStore, listStateOf } from './list/list-state.ts'

// The code is loaded on demand: most people look something up and never open a form.
const detailsCode = lazyWithRetry(() => import('./detail/contact-details.tsx'))
const bulkCode = lazyWithRetry(() => import('./paste/bulk-contacts.tsx'))

export const readAhead = (app: AppContext, queries: QueryClient) => queries.prefetchQuery(contacts(app))

/** Names of the details that show no stored contact: the form for a new one, and the form for several. */
const newContact = 'new'
const bulk = 'paste'

/**
 * Renders the customer's contacts: their list, or the form of one of them in its place.
 */
export default function Contacts() {
  const text = useText()
  const { router } = useAppContext()
  const [listState] = useState(() => listStateOf(router.memory()))
  const [ContactDetails] = useState(detailsCode)
  const [BulkContacts] = useState(bulkCode)
  const mayAddBulk = useMayAddBulk()
  const { detail, keys, query, moved, edit, add, show, leave } = useContactDetail(listState, mayAddBulk)
  if (detail === null) {
    return (
      <ContactList listState={listState} onEdit={edit} onAdd={() => add('new')}>
        {mayAddBulk && <BulkButton listState={listState} onOpen={() => add('bulk')} />}
      </ContactList>
    )
  }
  const isNew = detail === newContact
  const loading = <Skeleton rows={6} />
  return (
    <>
      <FocusedHeading key={detail} first={!moved}>
        {text(detail === bulk ? 'bulkContacts.heading' : 'contact.heading')}
      </FocusedHeading>
      <Suspense fallback={loading}>
        {detail === bulk ? (
          <BulkContacts onCreated={(first) => show(first, true)} onClose={leave} />
        ) : isNew || keys ? (
          <ContactDetails
            key={detail}
            keys={keys}
            requireEmail={false}
            onSaved={(saved) => show(saved, isNew)}
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

/**
 * Returns the detail in place of the list, and the functions that lead from one to the other. The list knows which row
 * was opened.
 */
function useContactDetail(listState: ContactListStore, mayAddBulk: boolean) {
  const text = useText()
  const app = useAppContext()
  const { row, open, openRow, close, ...place } = useRowDetail({
    list: contacts(app),
    idOf: ({ pvaid, contactId }) => pvaid ?? contactId,
    others: mayAddBulk ? [newContact, bulk] : [newContact],
    unknown: text('contacts.none')
  })
  const keys = useMemo(() => row && keysOf(row), [row])
  const leave = () => close({ unguarded: true })
  return {
    ...place,
    keys,
    edit: (contact: ListedContact) => {
      listState.set({ opened: openedOf(keysOf(contact), false) })
      openRow(contact)
    },
    add: (kind: 'new' | 'bulk') => {
      listState.set({ opened: kind })
      open(kind === 'new' ? newContact : bulk)
    },
    leave,
    /** Shows a saved contact in the list. */
    show: (saved: SavedContact, isNew: boolean) => {
      listState.set({ opened: openedOf(saved, isNew) })
      leave()
    }
  }
}

function useMayAddBulk(): boolean {
  const { config, session } = useAppContext()
  // Without idempotency keys, a repeated call would create somebody twice.
  return useBackendFeature('bulk-contacts') && config.idempotencyKeys && session.profile?.right === 'admin'
}

interface BulkButtonProps {
  listState: ContactListStore
  onOpen: () => void
}

/** Renders the button that leads to the form for many contacts, and gets the focus back after it. */
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

function openedOf({ pvaid }: Pick<ContactKeys, 'pvaid'>, isNew: boolean) {
  return pvaid === null ? 'new' : { pvaid, isNew }
}
