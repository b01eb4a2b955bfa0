import type { QueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useState } from 'react'
import { exportContacts } from '@customer-center/contract/contact'
import { type AppContext, useAppContext } from '../../context/app-context.ts'
import { useDetail } from '../../context/use-detail.ts'
import { useBackendFeature } from '../../data/backend-feature.ts'
import { type ContactKeys, contactReader, contacts, keysOf, type ListedContact } from '../../data/contact.ts'
import { ExportButton } from '../../forms/export-button.tsx'
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

/**
 * Renders the customer's contacts (section 2, Contacts screen): their list, or the form of one of them in its place.
 */
export default function Contacts() {
  const text = useText()
  const { config, router } = useAppContext()
  const [listState] = useState(() => listStateOf(router.memory()))
  const [ContactDetails] = useState(detailsCode)
  const [BulkContacts] = useState(bulkCode)
  const { item, open, close } = useDetail<{ keys: ContactKeys | null } | 'bulk'>()

  function edit(contact: ListedContact) {
    const keys = keysOf(contact, contactReader(config.fieldCodes))
    listState.set({ opened: openedOf(keys, false) })
    open({ keys })
  }

  function add() {
    listState.set({ opened: 'new' })
    open({ keys: null })
  }

  function addBulk() {
    listState.set({ opened: 'bulk' })
    open('bulk')
  }

  if (!item) {
    return (
      <ContactList listState={listState} onEdit={edit} onAdd={add}>
        <BulkButton listState={listState} onOpen={addBulk} />
        <ExportButton kind="csv" endpoint={exportContacts} />
      </ContactList>
    )
  }
  if (item === 'bulk') {
    return (
      <>
        <FocusedHeading>{text('bulkContacts.heading')}</FocusedHeading>
        <Suspense fallback={<Skeleton rows={6} />}>
          <BulkContacts onClose={() => close({ unguarded: true })} />
        </Suspense>
      </>
    )
  }
  return (
    <>
      <FocusedHeading>{text('contact.heading')}</FocusedHeading>
      <Suspense fallback={<Skeleton rows={6} />}>
        <ContactDetails
          keys={item.keys}
          requireEmail={false}
          onSaved={(saved) => {
            listState.set({ opened: openedOf(saved, item.keys === null) })
            close({ unguarded: true })
          }}
          onCancel={() => close({ unguarded: true })}
        />
      </Suspense>
    </>
  )
}

interface BulkButtonProps {
  listState: ContactListStore
  onOpen: () => void
}

/** Leads admins to the form for many contacts; gets the focus back after it. */
function BulkButton({ listState, onOpen }: BulkButtonProps) {
  const text = useText()
  const { config, session } = useAppContext()
  // Without keys, a repeated call would create somebody twice.
  const isOffered = useBackendFeature('bulk-contacts') && config.idempotencyKeys
  const takeFocus = useCallback(
    (button: HTMLButtonElement | null) => {
      if (!button || listState.get().opened !== 'bulk') return
      listState.set({ opened: null })
      button.focus()
    },
    [listState]
  )
  if (!isOffered || session.profile?.right !== 'admin') return null
  return (
    <Button ref={takeFocus} kind="plain" onClick={onOpen}>
      {text('bulkContacts.heading')}
    </Button>
  )
}

function openedOf({ contact: pvaid }: Pick<ContactKeys, 'contact'>, isNew: boolean) {
  return pvaid === null ? 'new' : { pvaid, isNew }
}
