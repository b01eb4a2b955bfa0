import { useEffect, useRef, useState } from 'react'
import type { ListedContact } from '../../../data/contact.ts'
import { Button } from '../../../parts/button.tsx'
import { nextSort } from '../../../lib/sort-rows.ts'
import { SearchInput } from '../../../parts/search-input.tsx'
import { SelectField } from '../../../parts/select-field.tsx'
import { useText } from '../../../texts/texts.ts'
import { addStyles } from '../../../theme/sheet.ts'
import css from './contact-list.css?inline'
import { ContactResults } from './contact-results.tsx'
import type { ContactSort, ContactListStore, ContactStatus } from './list-state.ts'

addStyles(css)

interface ContactListProps {
  listState: ContactListStore
  onEdit: (contact: ListedContact) => void
  onAdd: () => void
  onHidden: () => void
}

/** Filter, search and table of the customer's contacts (section 2, Contacts screen). */
export function ContactList({ listState, onEdit, onAdd, onHidden }: ContactListProps) {
  const text = useText()
  const [{ status, search, sort }, setChosen] = useState(listState.get)
  const add = useRef<HTMLButtonElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (listState.get().opened !== 'new') return
    listState.set({ opened: null })
    add.current?.focus()
  }, [listState])

  function choose(part: { status: ContactStatus } | { search: string } | { sort: ContactSort }) {
    listState.set(part)
    setChosen(listState.get())
  }

  return (
    <>
      <div ref={tools} className="kc-contact-tools">
        <SearchInput label={text('contacts.search')} value={search} onChange={(typed) => choose({ search: typed })} />
        <SelectField
          label={text('contacts.status')}
          value={status}
          options={[
            { value: '1', label: text('contacts.active') },
            { value: '0', label: text('contacts.inactive') }
          ]}
          onChange={(event) => choose({ status: event.target.value as ContactStatus })}
        />
        <Button ref={add} kind="primary" disabled={status === '0'} onClick={onAdd}>
          {text('contacts.add')}
        </Button>
      </div>
      <ContactResults
        listState={listState}
        status={status}
        search={search}
        sort={sort}
        onSort={(column) => choose({ sort: nextSort(sort, column) })}
        onResetSearch={() => {
          choose({ search: '' })
          tools.current?.querySelector('input')?.focus()
        }}
        onEdit={onEdit}
        onHidden={onHidden}
      />
    </>
  )
}
