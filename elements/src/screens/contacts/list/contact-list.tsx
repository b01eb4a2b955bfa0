import { useEffect, useMemo, useRef } from 'react'
import { useRouteState } from '../../../context/use-route-state.ts'
import type { ListedContact } from '../../../data/contact.ts'
import { Button } from '../../../parts/button.tsx'
import { nextSort } from '../../../lib/sort-rows.ts'
import { SearchInput } from '../../../parts/search-input.tsx'
import { SelectField } from '../../../parts/select-field.tsx'
import { useText } from '../../../texts/texts.ts'
import { ContactResults } from './contact-results.tsx'
import { type ContactSort, type ContactListStore, type ContactStatus, sortColumns } from './list-state.ts'
import './contact-list.css'

interface ContactListProps {
  listState: ContactListStore
  onEdit: (contact: ListedContact) => void
  onAdd: () => void
  onHidden: () => void
}

/** Filter, search and table of the customer's contacts (section 2, Contacts screen). */
export function ContactList({ listState, onEdit, onAdd, onHidden }: ContactListProps) {
  const text = useText()
  const [asked, setStatus] = useRouteState('status', '1')
  const status: ContactStatus = asked === '0' ? '0' : '1'
  const [search, setSearch] = useRouteState('search')
  const [order, setOrder] = useRouteState('sort', 'name')
  const sort = useMemo(() => readSort(order), [order])
  const add = useRef<HTMLButtonElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (listState.get().opened !== 'new') return
    listState.set({ opened: null })
    add.current?.focus()
  }, [listState])

  return (
    <>
      <div ref={tools} className="kc-contact-tools">
        <SearchInput
          label={text('contacts.search')}
          value={search}
          onChange={(typed) => {
            listState.set({ opened: null })
            setSearch(typed)
          }}
        />
        <SelectField
          label={text('contacts.status')}
          value={status}
          options={[
            { value: '1', label: text('contacts.active') },
            { value: '0', label: text('contacts.inactive') }
          ]}
          onChange={(event) => setStatus(event.target.value)}
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
        onSort={(column) => {
          const next = nextSort(sort, column)
          setOrder(`${next.descending ? '-' : ''}${next.column}`)
        }}
        onShowAll={() => setSearch('')}
        onResetSearch={() => {
          setSearch('')
          tools.current?.querySelector('input')?.focus()
        }}
        onEdit={onEdit}
        onHidden={onHidden}
      />
    </>
  )
}

function readSort(order: string): ContactSort {
  const column = sortColumns.find((one) => order.endsWith(one)) ?? 'name'
  return { column, descending: order.startsWith('-') }
}
