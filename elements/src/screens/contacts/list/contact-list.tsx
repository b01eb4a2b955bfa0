import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, type ReactNode, useEffectEvent, useRef } from 'react'
import { exportContacts } from '@customer-center/contract/contact'
import { rightName } from '@customer-center/contract/rights'
import { useAppContext } from '../../../context/app-context.ts'
import { useRouteState } from '../../../context/use-route-state.ts'
import { type ListedContact, contacts } from '../../../data/contact.ts'
import { rightLabel } from '../../../data/rights.ts'
import { EmptyScreen } from '../../../forms/empty-screen.tsx'
import { ExportButton } from '../../../forms/export-button.tsx'
import { QueryState } from '../../../forms/query-state.tsx'
import { searchIndex, searchKey } from '../../../lib/name-search.ts'
import { byLetters, sortRows } from '../../../lib/sort-rows.ts'
import { Button } from '../../../parts/button.tsx'
import { SelectField } from '../../../parts/fields/select-field.tsx'
import { EmptyState } from '../../../parts/lists/empty-state.tsx'
import { countText, useSetListCount } from '../../../parts/lists/list-count.tsx'
import { ListTools } from '../../../parts/lists/list-tools.tsx'
import { SearchContext } from '../../../parts/lists/marked-text.tsx'
import { ScreenHeader } from '../../../parts/lists/screen-header.tsx'
import { SortChoice } from '../../../parts/lists/sort-header.tsx'
import { ScreenSkeleton } from '../../../parts/skeleton.tsx'
import { useText } from '../../../texts/texts.ts'
import { ContactTable } from './contact-table.tsx'
import { type ContactSort, type ContactStatus, type ContactListStore, sortColumns } from './list-state.ts'

interface ContactListProps {
  listState: ContactListStore
  onEdit: (contact: ListedContact) => void
  onAdd: () => void
  /** Further actions of the screen. */
  children: ReactNode
}

/** Renders filter, search and table of the customer's contacts. */
export function ContactList({ listState, onEdit, onAdd, children }: ContactListProps) {
  const text = useText()
  const query = useQuery(contacts(useAppContext()))
  const { status, setStatus, search, setSearch, sort, onSort, columns } = useContactFilter()
  const { rows, all } = useFoundContacts(query.data, { status, search, sort })
  const count = useSetListCount(rows ? countText(text, 'contacts', rows.length, all.length) : '')
  const tools = useRef<HTMLDivElement>(null)
  const { heading, add } = useFocusOnReturn({ listState, rows, search, setSearch })
  const resetSearch = () => {
    setSearch('')
    tools.current?.querySelector('input')?.focus()
  }
  const nothing = text(search.trim() === '' ? 'contacts.empty' : 'contacts.none')
  return (
    <>
      <ScreenHeader
        heading={
          <h1 ref={heading} part="heading" tabIndex={-1}>
            {text('contacts.heading')}
          </h1>
        }
      >
        {children}
        <ExportButton kind="csv" endpoint={exportContacts} inactive={rows?.length === 0} />
        <Button ref={add} kind="primary" disabled={status === '0'} onClick={onAdd}>
          {text('contacts.add')}
        </Button>
      </ScreenHeader>
      <ListTools
        ref={tools}
        label={text('contacts.search')}
        search={search}
        onSearch={(typed) => {
          listState.set({ opened: null })
          setSearch(typed)
        }}
        result={rows?.length === 0 ? nothing : count}
      >
        <StatusField status={status} onStatus={setStatus} />
        <SortChoice columns={columns} sort={sort} onSort={onSort} />
      </ListTools>
      <QueryState query={query} failed={text('contacts.failed')} skeleton={<ScreenSkeleton route="mydata/contacts" />}>
        {() =>
          rows && rows.length > 0 ? (
            <SearchContext value={search}>
              <ContactTable
                rows={rows}
                total={all.length}
                resultsKey={`${status} ${sort.column} ${sort.descending} ${search}`}
                {...{ listState, columns, sort, onSort, onEdit }}
              />
            </SearchContext>
          ) : (
            <NoContacts message={nothing} onReset={search.trim() === '' ? undefined : resetSearch} />
          )
        }
      </QueryState>
    </>
  )
}

/**
 * Renders the message of a list without contacts.
 *
 * @param onReset shows all contacts again; undefined if no search hides them
 */
function NoContacts({ message, onReset }: { message: string; onReset: (() => void) | undefined }) {
  const text = useText()
  if (!onReset) return <EmptyScreen route="mydata/contacts" message={message} />
  return (
    <EmptyState message={message}>
      <Button onClick={onReset}>{text('list.resetSearch')}</Button>
    </EmptyState>
  )
}

function StatusField({ status, onStatus }: { status: ContactStatus; onStatus: (status: string) => void }) {
  const text = useText()
  return (
    <SelectField
      label={text('contacts.status')}
      value={status}
      options={[
        { value: '1', label: text('contacts.active') },
        { value: '0', label: text('contacts.inactive') }
      ]}
      onChange={({ target }) => onStatus(target.value)}
    />
  )
}

/** Reads search and filters of the contacts, which the address keeps. */
function useContactFilter() {
  const text = useText()
  const [asked, setStatus] = useRouteState('status', '1')
  const status: ContactStatus = asked === '0' ? '0' : '1'
  const [search, setSearch] = useRouteState('search')
  const [order, setOrder] = useRouteState('sort', 'name')
  const sort = useMemo(() => readSort(order), [order])
  const columns = sortColumns.map((id) => ({ id, header: text(`contacts.${id}`) }))
  const onSort = ({ column, descending }: ContactSort) => setOrder(`${descending ? '-' : ''}${column}`)
  return { status, setStatus, search, setSearch, sort, onSort, columns }
}

interface FocusOnReturn extends Pick<ContactListProps, 'listState'> {
  rows: readonly ListedContact[] | undefined
  search: string
  setSearch: (search: string) => void
}

/** Gives the focus to the button for a new contact, or to the heading if the opened contact is not in the list. */
function useFocusOnReturn({ listState, rows, search, setSearch }: FocusOnReturn) {
  const heading = useRef<HTMLHeadingElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (listState.get().opened !== 'new') return
    listState.set({ opened: null })
    add.current?.focus()
  }, [listState])

  const focusHidden = useEffectEvent((shown: readonly ListedContact[]) => {
    const { opened } = listState.get()
    if (opened === null || opened === 'new') return
    if (opened !== 'bulk' && shown.some((one) => one.pvaid === opened.pvaid)) return
    // A new contact may still be on its way; it keeps its claim to the focus until the person chooses something else.
    if (opened !== 'bulk' && opened.isNew) return search === '' ? undefined : setSearch('')
    listState.set({ opened: null })
    heading.current?.focus()
  })
  useEffect(() => {
    if (rows) focusHidden(rows)
  }, [rows])
  return { heading, add }
}

function readSort(order: string): ContactSort {
  const column = sortColumns.find((one) => order.endsWith(one)) ?? 'name'
  return { column, descending: order.startsWith('-') }
}

interface ContactFilter {
  status: ContactStatus
  search: string
  sort: ContactSort
}

const none: readonly ListedContact[] = []

/**
 * Returns all contacts of a status whose name matches the search, sorted; undefined before they are loaded.
 * A contact without a status counts as active.
 */
function useFoundContacts(
  loaded: readonly ListedContact[] | undefined,
  { status, search, sort }: ContactFilter
): { rows: readonly ListedContact[] | undefined; all: readonly ListedContact[] } {
  const text = useText()
  const { config } = useAppContext()
  const all = loaded ?? none
  const sorted = useMemo(() => {
    const { column, descending } = sort
    if (column === 'name') return descending ? all.toReversed() : all
    const valueOf = (one: ListedContact) =>
      column === 'email'
        ? (one.displayEmail ?? '')
        : text(rightLabel(rightName(one.webshopRights ?? 0), config.extendedWebshopRights))
    return sortRows(all, valueOf, descending, byLetters)
  }, [all, sort, text, config])
  const ofStatus = useMemo(() => sorted.filter(({ active }) => (active ?? true) === (status === '1')), [sorted, status])
  const index = useMemo(() => {
    const keyOf = ({ firstName, lastName }: ListedContact) => searchKey(firstName, lastName)
    return lazily(() => searchIndex(ofStatus.map(keyOf)))
  }, [ofStatus])
  // The index is built after the first rows are drawn and before the first letter is typed. A first search compiles its
  // code.
  useEffect(() => {
    const timer = setTimeout(() => index()('e'), 200)
    return () => clearTimeout(timer)
  }, [index])

  const rows = useMemo(() => {
    if (!loaded) return undefined
    if (search.trim() === '') return ofStatus
    return index()(search).map((place) => ofStatus[place]!)
  }, [loaded, ofStatus, index, search])
  return { rows, all: ofStatus }
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
