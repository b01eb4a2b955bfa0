import { exportContacts } from '@customer-center/contract/contact'
import { Suspense, useRef, useState } from 'react'
import { useAppContext } from '../../context/app-context.ts'
import { useDetail } from '../../context/use-detail.ts'
import { type ContactKeys, contactReader, keysOf, type ListedContact } from '../../data/contact.ts'
import { ExportButton } from '../../forms/export-button.tsx'
import { FocusedHeading } from '../../parts/focused-heading.tsx'
import { lazyAgain } from '../../parts/lazy-again.ts'
import { ScreenHeader } from '../../parts/screen-header.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { ContactList } from './contact-list.tsx'
import { createListState } from './list-state.ts'

// Loaded on demand: most people look something up and never open a form.
const detailsCode = lazyAgain(() => import('./contact-details.tsx'))

/** The customer's contacts (section 2, Contacts screen): their list, or the form of one of them in its place. */
export default function Contacts() {
  const text = useText()
  const { config } = useAppContext()
  const [listState] = useState(createListState)
  const [ContactDetails] = useState(detailsCode)
  const heading = useRef<HTMLHeadingElement>(null)
  const { item, open, close } = useDetail<{ keys: ContactKeys | null }>()

  function edit(contact: ListedContact) {
    const keys = keysOf(contact, contactReader(config.fieldCodes))
    listState.set({ opened: openedOf(keys) })
    open({ keys })
  }

  function add() {
    listState.set({ opened: 'new' })
    open({ keys: null })
  }

  if (!item) {
    return (
      <>
        <ScreenHeader
          heading={
            <h1 ref={heading} tabIndex={-1}>
              {text('contacts.heading')}
            </h1>
          }
        >
          <ExportButton kind="csv" endpoint={exportContacts} />
        </ScreenHeader>
        <ContactList listState={listState} onEdit={edit} onAdd={add} onHidden={() => heading.current?.focus()} />
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
            listState.set({ opened: openedOf(saved) })
            close({ unguarded: true })
          }}
          onCancel={() => close({ unguarded: true })}
        />
      </Suspense>
    </>
  )
}

function openedOf({ pvaid }: Pick<ContactKeys, 'pvaid'>) {
  return pvaid === null ? 'new' : { pvaid }
}
