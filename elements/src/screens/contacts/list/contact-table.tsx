import type { VirtualItem } from '@tanstack/react-virtual'
import { Fragment, type Ref, useCallback, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useSaveStatus } from '../../../context/app-context.ts'
import { usePrinting } from '../../../context/use-printing.ts'
import { useEntryState } from '../../../context/use-route-state.ts'
import type { ListedContact } from '../../../data/contact.ts'
import { Button } from '../../../parts/button.tsx'
import { type SortColumn, SortHeader } from '../../../parts/lists/sort-header.tsx'
import { useText } from '../../../texts/texts.ts'
import { ContactRow } from './contact-row.tsx'
import type { ContactSort, ContactListStore } from './list-state.ts'
import { useCurrentRow, useRowNavigation } from './use-row-navigation.ts'
import { useRowHeight, useVirtualRows } from './use-virtual-rows.ts'
import '../../../parts/lists/table.css'
import '../../../parts/lists/data-table.css'
import './contact-table.css'

interface ContactTableProps {
  rows: readonly ListedContact[]
  /** The number of contacts among which the search has found the rows. */
  total: number
  listState: ContactListStore
  /** Key of filter, order and search; when it changes, the list scrolls to its top. */
  resultsKey: string
  columns: readonly SortColumn<ContactSort['column']>[]
  sort: ContactSort
  onSort: (sort: ContactSort) => void
  onEdit: (contact: ListedContact) => void
}

/** Limit of rows that a phone shows at once: nobody scrolls past ten thousand rows to the rest of the page. */
const pageLength = 100
/** Limit of printed rows, which fill some hundred pages; printing more would take longer than anybody waits. */
const printedRows = 10_000

/**
 * Renders a `<table>` that the page scrolls; on a phone a button shows the next hundred rows. Only a long table is
 * virtualized: in a short one the browser's own search finds all contacts.
 */
export function ContactTable({ rows, total, resultsKey, ...props }: ContactTableProps) {
  const { listState, columns, sort, onSort } = props
  const text = useText()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const printing = usePrinting()
  const { rowHeight, isPaged } = useRowHeight(box, listState)
  const [limit, setLimit] = useEntryState('rows', pageLength)
  const count = isPaged ? Math.min(rows.length, limit) : rows.length
  const row = useCurrentRow(count)
  const overscan = total <= pageLength ? pageLength : 4
  const { virtualizer, margin } = useVirtualRows(box, count, row.current, rowHeight, overscan, listState)
  const focusRow = useRowNavigation(box, count, row, virtualizer)
  useOpenedFocus(rows, listState, (index, isNew) => {
    if (index >= limit) flushSync(() => setLimit(Math.ceil((index + 1) / pageLength) * pageLength))
    focusRow(index, !isNew)
  })
  useOnChange(resultsKey, () => {
    // The list scrolls only if it has to: scrolling would force a layout while each key is being drawn.
    if ((virtualizer.scrollOffset ?? 0) > margin) box.current?.scrollIntoView({ behavior: 'instant' })
    row.choose(0)
    setLimit(pageLength)
  })
  const showMore = () => {
    flushSync(() => setLimit(limit + pageLength))
    focusRow(count)
  }
  const drawn = printing
    ? rows.slice(0, printedRows).map((_, index) => ({ index, gap: 0 }))
    : withGaps(virtualizer.getVirtualItems(), margin, virtualizer.getTotalSize())
  const measure = printing ? undefined : virtualizer.measureElement
  return (
    <div ref={box} className="kc-contacts-box">
      {printing && rows.length > printedRows && <p>{text('contacts.printed', { count: printedRows })}</p>}
      <table
        className="kc-table kc-rows kc-contact-table"
        part="table"
        aria-rowcount={rows.length + 1}
        aria-describedby={id}
      >
        <caption className="kc-hidden">{text('contacts.heading')}</caption>
        <ContactTableHead columns={columns} sort={sort} onSort={onSort} />
        <ContactRows rows={rows} drawn={drawn} current={row.current} measure={measure} {...props} />
      </table>
      {count < rows.length && !printing && (
        <Button onClick={showMore}>{text('list.more', { count: Math.min(rows.length - count, pageLength) })}</Button>
      )}
      <p id={id} className="kc-hidden">
        {text('contacts.keys')}
      </p>
    </div>
  )
}

function ContactTableHead({ columns, sort, onSort }: Pick<ContactTableProps, 'columns' | 'sort' | 'onSort'>) {
  const text = useText()
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column) => (
          <SortHeader key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
        <th scope="col">
          <span className="kc-hidden">{text('contacts.edit')}</span>
        </th>
      </tr>
    </thead>
  )
}

interface ContactRowsProps extends Pick<ContactTableProps, 'rows' | 'listState' | 'onEdit'> {
  drawn: readonly DrawnRow[]
  current: number
  /** Measures a row's height; not needed for printing. */
  measure: Ref<HTMLTableRowElement> | undefined
}

/** Renders the rows in sight; empty rows replace those that are not drawn. */
function ContactRows({ rows, listState, onEdit, drawn, current, measure }: ContactRowsProps) {
  const onReturn = useCallback((pvaid: string) => listState.set({ opened: { pvaid, isNew: false } }), [listState])
  const status = useSaveStatus()
  const saved = status?.resource === 'contact' ? (status.rows ?? [status.row]) : []
  return (
    <tbody>
      {drawn.map(({ index, gap }) => {
        const contact = index === null ? undefined : rows[index]
        return (
          <Fragment key={index ?? 'end'}>
            {gap > 0 && <tr aria-hidden="true" className="kc-gap" style={{ blockSize: gap }} />}
            {index !== null && contact && (
              <ContactRow
                contact={contact}
                index={index}
                current={index === current}
                saved={contact.pvaid !== null && saved.includes(contact.pvaid)}
                measure={measure}
                onEdit={onEdit}
                onReturn={onReturn}
              />
            )}
          </Fragment>
        )
      })}
    </tbody>
  )
}

/** Calls `focus` once with the contact that was open, which may have moved if it was renamed. */
function useOpenedFocus(
  rows: readonly ListedContact[],
  listState: ContactListStore,
  focus: (index: number, isNew: boolean) => void
): void {
  const focusOpened = useEffectEvent((shown: readonly ListedContact[]) => {
    const { opened } = listState.get()
    if (opened === null || typeof opened === 'string') return
    const index = shown.findIndex((one) => one.pvaid === opened.pvaid)
    if (index < 0) return
    listState.set({ opened: null })
    // In the next frame the page is at the place where it was left.
    requestAnimationFrame(() => focus(index, opened.isNew))
  })
  useEffect(() => focusOpened(rows), [rows])
}

/** Calls `act` before the paint that follows a change of the value. */
function useOnChange(value: string, act: () => void): void {
  const last = useRef(value)
  const onChange = useEffectEvent(act)
  useLayoutEffect(() => {
    if (last.current !== value) onChange()
    last.current = value
  }, [value])
}

/** A row that is drawn; null for the end of the list. */
interface DrawnRow {
  readonly index: number | null
  /**
   * The height of the rows between this one and the drawn row before it; at the end of the list, of the rows after the
   * last drawn one.
   */
  readonly gap: number
}

function withGaps(items: readonly VirtualItem[], margin: number, total: number): DrawnRow[] {
  const rows = items.map(({ index, start }, place) => ({ index, gap: start - (items[place - 1]?.end ?? margin) }))
  return [...rows, { index: null, gap: margin + total - (items.at(-1)?.end ?? margin) }]
}
