import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { sentenceOf } from '../../client/call-error.ts'
import { useCenter } from '../../client/center.ts'
import { contactReader, contacts, type ListedContact } from '../../data/contact.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { ContactTable } from './contact-table.tsx'
import { counts } from '../../texts/counts.ts'
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
export function FoundContacts({ memory, status, search, onEdit, onHidden }: FoundContactsProps) {
  const text = useText()
  const center = useCenter()
  const { data, error, isFetching, refetch } = useQuery(contacts(center))
  const read = useMemo(() => contactReader(center.config.fieldCodes), [center])
  const rows = useContactFilter(data, read, status, search)
  // After the table, which has looked for it.
  const comeBack = useEffectEvent(() => {
    if (typeof memory.read().opened !== 'number') return
    memory.keep({ opened: null })
    onHidden()
  })
  const found = rows !== undefined
  useEffect(() => {
    if (found) comeBack()
  }, [found])
  if (!rows) {
    if (!error) return <Skeleton rows={6} />
    return (
      <LoadFailed
        message={text('contacts.failed')}
        reason={sentenceOf(error, '')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  const count = rows.length === 1 ? text('contacts.one') : text('contacts.count', { count: counts.format(rows.length) })
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
