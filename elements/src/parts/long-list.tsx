import { readDate } from '@customer-center/contract/dates'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useEntryState, useRouteState } from '../context/use-route-state.ts'
import { allWordsMatcher, searchable } from '../lib/name-search.ts'
import { byYear, firstRows, type YearSection } from '../lib/year-sections.ts'
import { numberFormat } from '../texts/number-format.ts'
import { useText } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { ListTools } from './list-tools.tsx'
import { SearchContext } from './marked-text.tsx'
import { SelectField } from './select-field.tsx'
import { type ListSegment, Segments } from './segments.tsx'
import { usePrinting } from './use-printing.ts'
import './long-list.css'

export interface LongListProps<Row> {
  /** Names the list in its search field. */
  list: string
  rows: readonly Row[]
  /** Returns the texts of the search; the same function as long as nothing in it changes. */
  textsOf: (row: Row) => readonly (string | number | null | undefined)[]
  /** Returns the date by whose year rows are chosen and, in a long list, headed. */
  dateOf: (row: Row) => unknown
  /** Whether a long list has the years as headings: not where it is sorted by something else. */
  hasYears?: boolean
  /** Parts of the list, of which one is shown; the first one is all of it. */
  segments?: readonly ListSegment<Row>[] | undefined
  /** Controls for the rows that are shown, of one year or of all (empty). */
  renderActions?: (found: readonly Row[], year: string) => ReactNode
  children: (sections: readonly YearSection<Row>[]) => ReactNode
}

/** The limit is two screens full on a desk; headings for less would be in the way. */
const shortLength = 20
/** Ten thousand rows at once stop a phone for seconds, and nobody reads them. */
const pageLength = 500

/** What somebody looks for in a list; the address has it. */
function useListFilter() {
  const [search, setSearch] = useRouteState('search')
  const [segment, setSegment] = useRouteState('status')
  const [year, setYear] = useRouteState('year')
  const [pages, setPages] = useEntryState('pages', 1)
  /** Changes the filter; a filtered list begins with its first page. */
  const filter = (set: (value: string) => void) => (value: string) => {
    set(value)
    setPages(1)
  }
  return {
    search,
    segment,
    year,
    pages,
    setPages,
    find: filter(setSearch),
    show: filter(setSegment),
    ofYear: filter(setYear)
  }
}

/**
 * Renders a list that is searched and, where it has parts and years, filtered by them. A long one has a heading for each
 * year and is shown page by page. Paper has all of it.
 */
export function LongList<Row>(props: LongListProps<Row>) {
  const { list, rows, textsOf, dateOf, hasYears = true, segments = [], renderActions, children } = props
  const text = useText()
  const { search, segment, year, pages, setPages, find, show, ofYear } = useListFilter()
  const tools = useRef<HTMLDivElement>(null)
  const { box, keepPlace } = useFocusOnNext()
  const query = useDeferredValue(search.trim())
  const keys = useMemo(() => rows.map((row) => searchable(textsOf(row).join(' '))), [rows, textsOf])
  const years = useMemo(
    () =>
      byYear(rows, dateOf)
        .flatMap(({ heading }) => heading || [])
        .toSorted()
        .toReversed(),
    [rows, dateOf]
  )
  const part = segments.find(({ id }) => id === segment) ?? segments[0]
  const chosenYear = years.includes(year) ? year : ''
  const found = useMemo(() => {
    const matches = allWordsMatcher(query)
    return rows.filter(
      (row, index) =>
        matches(keys[index] ?? '') &&
        (!part || part.has(row)) &&
        (chosenYear === '' || readDate(dateOf(row))?.startsWith(chosenYear))
    )
  }, [rows, keys, query, part, chosenYear, dateOf])
  const sections = useMemo(
    () => (hasYears && found.length > shortLength ? byYear(found, dateOf) : [{ heading: null, rows: found }]),
    [found, dateOf, hasYears]
  )
  const printing = usePrinting()
  const shown = printing ? found.length : pages * pageLength
  const nothing = query === '' ? text('list.nothing') : text('list.none', { search: query })

  return (
    <SearchContext value={query}>
      <ListTools
        ref={tools}
        label={text('list.search', { list })}
        placeholder={text('list.searchShort')}
        search={search}
        onSearch={find}
        result={found.length === 0 ? nothing : countOf(found.length)}
      >
        {part && <Segments legend={text('list.show')} segments={segments} value={part.id} onChange={show} />}
        {years.length > 1 && (
          <SelectField
            label={text('list.year')}
            value={chosenYear}
            options={[{ value: '', label: text('list.allYears') }, ...years.map((one) => ({ value: one, label: one }))]}
            onChange={({ target }) => ofYear(target.value)}
          />
        )}
      </ListTools>
      {renderActions && <div className="kc-list-actions kc-screen-only">{renderActions(found, chosenYear)}</div>}
      {found.length === 0 ? (
        <EmptyState message={nothing}>
          <Button
            onClick={() => {
              find('')
              show('')
              ofYear('')
              tools.current?.querySelector('input')?.focus()
            }}
          >
            {text(query === '' ? 'list.reset' : 'list.resetSearch')}
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
