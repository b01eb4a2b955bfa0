import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { Fragment, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ContactReader, ListedContact } from '../../data/contact.ts'
import tableCss from '../../parts/data-table.css?inline'
import { useText } from '../../texts/texts.ts'
import { addStyles } from '../../theme/sheet.ts'
import { ContactRow } from './contact-row.tsx'
import css from './contact-table.css?inline'
import { numberFormat } from '../../texts/number-format.ts'
import type { ListMemory } from './list-memory.ts'
import { usePrinting } from './use-printing.ts'
import { useCurrentRow, useRowKeys } from './use-row-keys.ts'

addStyles(tableCss)
addStyles(css)

interface ContactTableProps {
  rows: readonly ListedContact[]
  read: ContactReader
  memory: ListMemory
  /** Names what is shown: with another filter or search the list begins at its top. */
  shown: string
  onEdit: (contact: ListedContact) => void
}

const rowHeight = 61
const headerHeight = 46
/** On paper all rows are drawn, some hundred pages of them; more would keep the browser busy for longer than one waits. */
const printedRows = 10_000

/**
 * A real table of which only the rows in sight are drawn; it scrolls in a box of its own. Blank rows keep the place of those that
 * are not drawn.
 */
export function ContactTable({ rows, read, memory, shown, onEdit }: ContactTableProps) {
  const text = useText()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const printing = usePrinting(box)
  const [left] = useState(memory.read)
  const [opened] = useState(() =>
    left.opened === null ? -1 : rows.findIndex((one) => read(one, 'pvaid') === left.opened)
  )
  const row = useCurrentRow(rows.length, Math.max(opened, 0))
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollPaddingEnd: headerHeight,
    initialOffset: left.offset,
    initialMeasurementsCache: left.measured,
    // The first drawing need not wait until the box is measured.
    initialRect: { width: 0, height: 600 },
    rangeExtractor: (range) => withRow(defaultRangeExtractor(range), row.current, rows.length)
  })
  const focusRow = useRowKeys(box, rows.length, row, virtualizer)

  // Whoever comes back from a contact finds the focus there; renamed, it may stand elsewhere.
  const comeBack = useEffectEvent(() => {
    if (opened < 0) return
    focusRow(opened)
    memory.keep({ opened: null })
  })
  useEffect(() => comeBack(), [])

  const before = useRef(shown)
  const begin = useEffectEvent(() => {
    // Asking for a place where the list already is would lay it out in the middle of each key's drawing, to learn its height.
    if (virtualizer.scrollOffset) virtualizer.scrollToOffset(0)
    row.choose(0)
  })
  useLayoutEffect(() => {
    if (before.current !== shown) begin()
    before.current = shown
  }, [shown])

  useLayoutEffect(
    () => () => memory.keep({ offset: virtualizer.scrollOffset ?? 0, measured: virtualizer.takeSnapshot() }),
    [memory, virtualizer]
  )

  const rowOf = (contact: ListedContact, index: number, measure?: typeof virtualizer.measureElement) => (
    <ContactRow
      key={index}
      contact={contact}
      read={read}
      index={index}
      current={index === row.current}
      measure={measure}
      onEdit={onEdit}
    />
  )
  return (
    <div ref={box} className="kc-contacts-box">
      {printing && rows.length > printedRows && (
        <p>{text('contacts.printed', { count: numberFormat.format(printedRows) })}</p>
      )}
      <table className="kc-table kc-contact-table" part="table" aria-rowcount={rows.length + 1} aria-describedby={id}>
        <caption className="kc-hidden">{text('contacts.heading')}</caption>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{text('contacts.name')}</th>
            <th scope="col">{text('contacts.email')}</th>
            <th scope="col">{text('contacts.rights')}</th>
            <th scope="col">
              <span className="kc-hidden">{text('contacts.edit')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {printing
            ? rows.slice(0, printedRows).map((contact, index) => rowOf(contact, index))
            : withGaps(virtualizer.getVirtualItems(), virtualizer.getTotalSize()).map(({ item, gap }) => (
                <Fragment key={item?.key ?? 'end'}>
                  {gap > 0 && <Gap height={gap} />}
                  {item && rows[item.index] && rowOf(rows[item.index]!, item.index, virtualizer.measureElement)}
                </Fragment>
              ))}
        </tbody>
      </table>
      <p id={id} className="kc-hidden">
        {text('contacts.keys')}
      </p>
    </div>
  )
}

function Gap({ height }: { height: number }) {
  return <tr aria-hidden="true" className="kc-gap" style={{ blockSize: height }} />
}

/** The row that has the focus, or would get it, stays drawn wherever one scrolls. */
function withRow(range: number[], row: number, count: number): number[] {
  if (row >= count || range.includes(row)) return range
  return [...range, row].toSorted((one, other) => one - other)
}

interface Piece {
  item: VirtualItem | null
  /** Height of what is not drawn before the row, or after the last one. */
  gap: number
}

function withGaps(items: readonly VirtualItem[], total: number): Piece[] {
  const rows = items.map((item, index) => ({ item, gap: item.start - (items[index - 1]?.end ?? 0) }))
  return [...rows, { item: null, gap: total - (items.at(-1)?.end ?? 0) }]
}
