import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { allWordsMatcher, searchable } from '../lib/name-search.ts'
import { byYear, firstRows, type YearSection } from '../lib/year-sections.ts'
import { numberFormat } from '../texts/number-format.ts'
import { useText } from '../texts/texts.ts'
import { addStyles } from '../theme/sheet.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import css from './long-list.css?inline'
import { SearchContext } from './marked-text.tsx'
import { SearchInput } from './search-input.tsx'
import { usePrinting } from './use-printing.ts'

addStyles(css)

export interface LongListProps<Row> {
  /** Names the list in its search field. */
  list: string
  rows: readonly Row[]
  /** Returns the texts of the search; the same function as long as nothing in it changes. */
  textsOf: (row: Row) => readonly (string | number | null | undefined)[]
  /** Returns the date whose year is the heading; without it there are no headings. */
  dateOf?: ((row: Row) => unknown) | undefined
  children: (sections: readonly YearSection<Row>[]) => ReactNode
}

/** The limit is two screens full on a desk; a search and headings for less would be in the way. */
const shortLength = 20
/** Ten thousand rows at once stop a phone for seconds, and nobody reads them. */
const pageLength = 500

/**
 * Renders a list that, when it is long, can be searched, has a heading for each year and is shown page by page. Paper
 * has all of it.
 */
export function LongList<Row>(props: LongListProps<Row>) {
  if (props.rows.length <= shortLength) return props.children([{ heading: null, rows: props.rows }])
  return <SearchableList {...props} />
}

function SearchableList<Row>({ list, rows, textsOf, dateOf, children }: LongListProps<Row>) {
  const text = useText()
  const [search, setSearch] = useState('')
  const [pages, setPages] = useState(1)
  const tools = useRef<HTMLDivElement>(null)
  const { box, keepPlace } = useFocusOnNext()
  const query = useDeferredValue(search.trim())
  const keys = useMemo(() => rows.map((row) => searchable(textsOf(row).join(' '))), [rows, textsOf])
  const found = useMemo(() => {
    const matches = allWordsMatcher(query)
    return rows.filter((_, index) => matches(keys[index] ?? ''))
  }, [rows, keys, query])
  const sections = useMemo(() => (dateOf ? byYear(found, dateOf) : [{ heading: null, rows: found }]), [found, dateOf])
  const printing = usePrinting()
  const shown = printing ? found.length : pages * pageLength
  const nothing = text('list.none', { search: query })

  function find(value: string) {
    setSearch(value)
    setPages(1)
  }

  return (
    <SearchContext value={query}>
      <div ref={tools} className="kc-list-tools">
        <SearchInput label={text('list.search', { list })} value={search} onChange={find} />
        <output className={found.length === 0 ? 'kc-hidden' : 'kc-list-count'}>
          {found.length === 0 ? nothing : countOf(found.length)}
        </output>
      </div>
      {found.length === 0 ? (
        <EmptyState message={nothing}>
          <Button
            onClick={() => {
              find('')
              tools.current?.querySelector('input')?.focus()
            }}
          >
            {text('list.resetSearch')}
          </Button>
        </EmptyState>
      ) : (
        <div ref={box} className="kc-long-list">
          {children(firstRows(sections, shown))}
          {found.length > shown && (
            <Button
              onClick={() => {
                keepPlace()
                setPages(pages + 1)
              }}
            >
              {text('list.more', { count: numberFormat.format(Math.min(found.length - shown, pageLength)) })}
            </Button>
          )}
        </div>
      )}
    </SearchContext>
  )

  function countOf(count: number) {
    return count === 1 ? text('list.one') : text('list.count', { count: numberFormat.format(count) })
  }
}

/** Moves the focus, after the next page is shown, to its first control, where the button was that showed it. */
function useFocusOnNext() {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef<number | null>(null)
  useEffect(() => {
    if (before.current !== null) controlsIn(box.current)[before.current]?.focus({ preventScroll: true })
    before.current = null
  })
  return { box, keepPlace: () => void (before.current = controlsIn(box.current).length - 1) }
}

function controlsIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('button, a') ?? [])]
}
