import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useAppContext } from '../../context/app-context.ts'
import { contactReader, contacts, type ListedContact } from '../../data/contact.ts'
import { QueryState } from '../../forms/query-state.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { ContactTable } from './contact-table.tsx'
import { numberFormat } from '../../texts/number-format.ts'
import type { ListMemory, Status } from './list-memory.ts'
import { useContactFilter } from './use-contact-filter.ts'

interface FoundContactsProps {
  memory: ListMemory
  status: Status
  search: string
  onEdit: (contact: ListedContact) => void
  /** The contact that somebody comes back from is not among what is shown any more. */
  onHidden: () => void
}

/** What filter and search leave of the contacts. */
export function FoundContacts(props: FoundContactsProps) {
  const text = useText()
  const query = useQuery(contacts(useAppContext()))
  return (
    <QueryState query={query} failed={text('contacts.failed')} skeleton={<Skeleton rows={6} />}>
      {(all) => <Found {...props} contacts={all} />}
    </QueryState>
  )
}

type FoundProps = FoundContactsProps & { contacts: readonly ListedContact[] }

function Found({ contacts: all, memory, status, search, onEdit, onHidden }: FoundProps) {
  const text = useText()
  const { config } = useAppContext()
  const read = useMemo(() => contactReader(config.fieldCodes), [config])
  const rows = useContactFilter(all, read, status, search)
  // After the table, which has looked for it.
  const comeBack = useEffectEvent(() => {
    if (typeof memory.read().opened !== 'number') return
    memory.keep({ opened: null })
    onHidden()
  })
  useEffect(() => comeBack(), [])
  const count =
    rows.length === 1 ? text('contacts.one') : text('contacts.count', { count: numberFormat.format(rows.length) })
  const nothing = search.trim() === '' ? text('contacts.empty') : text('contacts.none')
  return (
    <>
      <output className={rows.length === 0 ? 'kc-hidden' : 'kc-contact-count'}>
        {rows.length === 0 ? nothing : count}
      </output>
      {rows.length === 0 ? (
        <EmptyState message={nothing} />
      ) : (
        <ContactTable rows={rows} read={read} memory={memory} shown={`${status} ${search}`} onEdit={onEdit} />
      )}
    </>
  )
}
