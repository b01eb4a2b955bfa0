import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import {
  Fragment,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore
} from 'react'
import { flushSync } from 'react-dom'
import { useSaveStatus } from '../../../context/app-context.ts'
import { useEntryState } from '../../../context/use-route-state.ts'
import { isSameId } from '../../../data/row-fields.ts'
import type { ContactReader, ListedContact } from '../../../data/contact.ts'
import { Button } from '../../../parts/button.tsx'
import { SortHeader } from '../../../parts/sort-header.tsx'
import { useText } from '../../../texts/texts.ts'
import { ContactRow } from './contact-row.tsx'
import { numberFormat } from '../../../texts/number-format.ts'
import { createListScroller } from './list-scroller.ts'
import { type ContactSort, type ContactListStore, sortColumns } from './list-state.ts'
import { usePrinting } from '../../../parts/use-printing.ts'
import { useCurrentRow, useRowNavigation } from './use-row-navigation.ts'
import '../../../parts/table.css'
import '../../../parts/data-table.css'
import './contact-table.css'

interface ContactTableProps {
  rows: readonly ListedContact[]
  read: ContactReader
  listState: ContactListStore
  /** Identifies filter, order and search; when it changes the list scrolls to its top. */
  resultsKey: string
  sort: ContactSort
  onSort: (column: ContactSort['column']) => void
  onEdit: (contact: ListedContact) => void
}

/** Rows that a phone shows at once: behind ten thousand nobody reaches the rest of the page. */
const pageLength = 100
/** All rows are printed, some hundred pages of them; more would take longer than anybody waits. */
const printedRows = 10_000

/** Renders a virtualized `<table>` that the page scrolls; empty rows take the place of those that are not drawn. */
export function ContactTable({ rows, read, listState, resultsKey, sort, onSort, onEdit }: ContactTableProps) {
  const text = useText()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const printing = usePrinting()
  const status = useSaveStatus()
  const saved = status?.resource === 'contact' ? status.row : null
  const [restored] = useState(listState.get)
  const [rowHeight, setRowHeight] = useState(restored.rowHeight)
  const [isPaged, setPaged] = useState(false)
  const [limit, setLimit] = useEntryState('rows', pageLength)
  const count = isPaged ? Math.min(rows.length, limit) : rows.length
  const [scroller] = useState(() => createListScroller(restored.margin))
  const margin = useSyncExternalStore(scroller.subscribe, scroller.getMargin)
  // The layout effect comes before the virtualizer's effect, which asks for it.
  useLayoutEffect(() => (box.current ? scroller.attach(box.current) : undefined), [scroller])
  const row = useCurrentRow(count)
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count,
    ...scroller.options,
    getScrollElement: scroller.getElement,
    scrollMargin: margin,
    estimateSize: () => rowHeight,
    overscan: 4,
    initialMeasurementsCache: restored.measured,
    // With this the first render need not wait until the box is measured.
    initialRect: { width: 0, height: 600 },
    rangeExtractor: (range) => withRow(defaultRangeExtractor(range), row.current, count)
  })
  const focusRow = useRowNavigation(box, count, row, virtualizer)

  // The effect runs before the first paint, and when a phone is turned.
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const update = () => {
      const style = getComputedStyle(element)
      const valueOf = (name: string) => style.getPropertyValue(name)
      setRowHeight(Number.parseFloat(valueOf('--_one-row')) * Number.parseFloat(valueOf('--_density')))
      setPaged(valueOf('--_paged') !== '')
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const lastHeight = useRef(rowHeight)
  useLayoutEffect(() => {
    if (lastHeight.current !== rowHeight) virtualizer.measure()
    lastHeight.current = rowHeight
    listState.set({ rowHeight })
  }, [rowHeight, virtualizer, listState])

  // The focus returns to the contact that was open, which may have moved if it was renamed.
  const focusOpened = useEffectEvent((shown: readonly ListedContact[]) => {
    const { opened } = listState.get()
    if (opened === null || typeof opened === 'string') return
    const index = shown.findIndex((one) => isSameId(read(one, 'pvaid'), opened.pvaid))
    if (index < 0) return
    listState.set({ opened: null })
    // In the next frame the page is where it was left.
    requestAnimationFrame(() => {
      if (index >= limit) flushSync(() => setLimit(Math.ceil((index + 1) / pageLength) * pageLength))
      focusRow(index, !opened.isNew)
    })
  })
  useEffect(() => focusOpened(rows), [rows])

  const lastKey = useRef(resultsKey)
  const scrollToTop = useEffectEvent(() => {
    // It scrolls only where needed: otherwise that would force a layout while each key is being drawn.
    if ((virtualizer.scrollOffset ?? 0) > margin) box.current?.scrollIntoView({ behavior: 'instant' })
    row.choose(0)
    setLimit(pageLength)
  })
  useLayoutEffect(() => {
    if (lastKey.current !== resultsKey) scrollToTop()
    lastKey.current = resultsKey
  }, [resultsKey])

  useLayoutEffect(
    () => () =>
      listState.set({
        margin: scroller.getMargin(),
        measured: virtualizer.takeSnapshot()
      }),
    [listState, scroller, virtualizer]
  )

  const rowOf = (contact: ListedContact, index: number, measure?: typeof virtualizer.measureElement) => (
    <ContactRow
      key={index}
      contact={contact}
      read={read}
      index={index}
      current={index === row.current}
      saved={saved !== null && isSameId(read(contact, 'pvaid'), saved)}
      measure={measure}
      onEdit={onEdit}
    />
  )
  return (
    <div ref={box} className="kc-contacts-box">
      {printing && rows.length > printedRows && (
        <p>{text('contacts.printed', { count: numberFormat.format(printedRows) })}</p>
      )}
      <table
        className="kc-table kc-rows kc-contact-table"
        part="table"
        aria-rowcount={rows.length + 1}
        aria-describedby={id}
      >
        <caption className="kc-hidden">{text('contacts.heading')}</caption>
        <thead>
          <tr aria-rowindex={1} data-label={text('list.sort')}>
            {sortColumns.map((column) => (
              <SortHeader
                key={column}
                column={column}
                header={text(`contacts.${column}`)}
                sort={sort}
                onSort={onSort}
              />
            ))}
            <th scope="col">
              <span className="kc-hidden">{text('contacts.edit')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {printing
            ? rows.slice(0, printedRows).map((contact, index) => rowOf(contact, index))
            : withGaps(virtualizer.getVirtualItems(), margin, virtualizer.getTotalSize()).map(({ item, gap }) => (
                <Fragment key={item?.key ?? 'end'}>
                  {gap > 0 && <RowGap height={gap} />}
                  {item && rows[item.index] && rowOf(rows[item.index]!, item.index, virtualizer.measureElement)}
                </Fragment>
              ))}
        </tbody>
      </table>
      {count < rows.length && !printing && (
        <Button
          onClick={() => {
            flushSync(() => setLimit(limit + pageLength))
            focusRow(count)
          }}
        >
          {text('list.more', { count: numberFormat.format(Math.min(rows.length - count, pageLength)) })}
        </Button>
      )}
      <p id={id} className="kc-hidden">
        {text('contacts.keys')}
      </p>
    </div>
  )
}

function RowGap({ height }: { height: number }) {
  return <tr aria-hidden="true" className="kc-gap" style={{ blockSize: height }} />
}

/** Keeps the row drawn that has or would get the focus, wherever the list is scrolled. */
function withRow(range: number[], row: number, count: number): number[] {
  if (row >= count || range.includes(row)) return range
  return [...range, row].toSorted((one, other) => one - other)
}

interface DrawnRow {
  item: VirtualItem | null
  /** The height of the rows that are not drawn before this one, or after the last one. */
  gap: number
}

function withGaps(items: readonly VirtualItem[], margin: number, total: number): DrawnRow[] {
  const rows = items.map((item, index) => ({ item, gap: item.start - (items[index - 1]?.end ?? margin) }))
  return [...rows, { item: null, gap: margin + total - (items.at(-1)?.end ?? margin) }]
}
