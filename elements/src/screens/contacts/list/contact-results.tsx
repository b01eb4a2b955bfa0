import { rightName } from '@customer-center/contract/rights'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useAppContext } from '../../../context/app-context.ts'
import { contactReader, type ContactReader, contacts, type ListedContact } from '../../../data/contact.ts'
import { EmptyScreen } from '../../../forms/empty-screen.tsx'
import { QueryState } from '../../../forms/query-state.tsx'
import { rightLabel } from '../../../data/rights.ts'
import { isSameId } from '../../../data/row-fields.ts'
import { sortRows } from '../../../lib/sort-rows.ts'
import { Button } from '../../../parts/button.tsx'
import { SearchContext } from '../../../parts/marked-text.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ScreenSkeleton } from '../../../parts/skeleton.tsx'
import { useText } from '../../../texts/texts.ts'
import { ContactTable } from './contact-table.tsx'
import { numberFormat } from '../../../texts/number-format.ts'
import type { ContactSort, ContactListStore, ContactStatus } from './list-state.ts'
import { searchIndex, searchKey } from '../../../lib/name-search.ts'

interface ContactResultsProps {
  listState: ContactListStore
  status: ContactStatus
  search: string
  sort: ContactSort
  onSort: (column: ContactSort['column']) => void
  onResetSearch: () => void
  /** Called if the search hides a new contact. */
  onShowAll: () => void
  onEdit: (contact: ListedContact) => void
  /** Called if the contact that was open is no longer among the results. */
  onHidden: () => void
}

/** The contacts that match filter and search. */
export function ContactResults(props: ContactResultsProps) {
  const text = useText()
  const query = useQuery(contacts(useAppContext()))
  return (
    <QueryState query={query} failed={text('contacts.failed')} skeleton={<ScreenSkeleton route="mydata/contacts" />}>
      {(all) => <FoundContacts {...props} contacts={all} />}
    </QueryState>
  )
}

type FoundContactsProps = ContactResultsProps & { contacts: readonly ListedContact[] }

function FoundContacts(props: FoundContactsProps) {
  const { contacts: all, listState, status, search, sort, onSort, onResetSearch, onShowAll, onEdit, onHidden } = props
  const text = useText()
  const { config } = useAppContext()
  const read = useMemo(() => contactReader(config.fieldCodes), [config])
  const sorted = useMemo(() => {
    const { column, descending } = sort
    if (column === 'name') return descending ? all.toReversed() : all
    const valueOf = (one: ListedContact) =>
      column === 'email'
        ? (read(one, 'displayEmail') ?? '')
        : text(rightLabel(rightName(read(one, 'webshopRights') ?? 0), config.extendedWebshopRights))
    return sortRows(all, valueOf, descending)
  }, [all, read, sort, text, config])
  const rows = useContactFilter(sorted, read, status, search)
  const reportHidden = useEffectEvent((shown: readonly ListedContact[]) => {
    const { opened } = listState.get()
    if (opened === null || opened === 'new') return
    if (opened !== 'bulk' && shown.some((one) => isSameId(read(one, 'pvaid'), opened.pvaid))) return
    // A new one may still be read; it keeps its claim to the focus until somebody chooses something else.
    if (opened !== 'bulk' && opened.isNew) return search === '' ? undefined : onShowAll()
    listState.set({ opened: null })
    onHidden()
  })
  useEffect(() => reportHidden(rows), [rows])
  const count =
    rows.length === 1 ? text('contacts.one') : text('contacts.count', { count: numberFormat.format(rows.length) })
  const isSearching = search.trim() !== ''
  const nothing = text(isSearching ? 'contacts.none' : 'contacts.empty')
  return (
    <>
      <output className={rows.length === 0 ? 'kc-hidden' : 'kc-contact-count'}>
        {rows.length === 0 ? nothing : count}
      </output>
      {rows.length === 0 && isSearching && (
        <EmptyState message={nothing}>
          <Button onClick={onResetSearch}>{text('list.resetSearch')}</Button>
        </EmptyState>
      )}
      {rows.length === 0 && !isSearching && <EmptyScreen route="mydata/contacts" message={nothing} />}
      {rows.length > 0 && (
        <SearchContext value={search}>
          <ContactTable
            rows={rows}
            read={read}
            listState={listState}
            resultsKey={`${status} ${sort.column} ${sort.descending} ${search}`}
            sort={sort}
            onSort={onSort}
            onEdit={onEdit}
          />
        </SearchContext>
      )}
    </>
  )
}

/** The contacts of a status whose name matches the search (section 5). One without a status counts as active. */
function useContactFilter(
  all: readonly ListedContact[],
  read: ContactReader,
  status: ContactStatus,
  search: string
): readonly ListedContact[] {
  const ofStatus = useMemo(
    () => all.filter((one) => (read(one, 'active') ?? true) === (status === '1')),
    [all, read, status]
  )
  const index = useMemo(() => {
    const keyOf = (one: ListedContact) => searchKey(read(one, 'firstName'), read(one, 'lastName'))
    return lazily(() => searchIndex(ofStatus.map(keyOf)))
  }, [ofStatus, read])
  // The index is built after the first rows are drawn and before the first letter is typed; a first search compiles its code.
  useEffect(() => {
    const timer = setTimeout(() => index()('e'), 200)
    return () => clearTimeout(timer)
  }, [index])

  return useMemo(() => {
    if (search.trim() === '') return ofStatus
    return index()(search).map((place) => ofStatus[place]!)
  }, [ofStatus, index, search])
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
