import { type ReactNode, type Ref, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { readDate } from '@customer-center/contract/dates'
import { usePrinting } from '../../context/use-printing.ts'
import { useEntryState, useRouteState } from '../../context/use-route-state.ts'
import { allWordsMatcher, searchText } from '../../lib/name-search.ts'
import { useText } from '../../texts/texts.ts'
import { Button } from '../button.tsx'
import { SelectField } from '../fields/select-field.tsx'
import { byYear, firstRows, type YearSection } from './by-year.ts'
import { EmptyState } from './empty-state.tsx'
import { ListActions, useSetListCount } from './list-count.tsx'
import { ListTools, type ListSegment, Segments } from './list-tools.tsx'
import { SearchContext } from './marked-text.tsx'
import './long-list.css'

export interface LongListProps<Row> {
  /** Names the list in its search field. */
  list: string
  rows: readonly Row[]
  /** Returns the texts in which the search looks; the same function as long as nothing in it changes. */
  textsOf: (row: Row) => readonly (string | number | null | undefined)[]
  /** Returns how many rows are shown, with their unit, and the number of all rows if some are not shown. */
  countOf: (found: readonly Row[], all: readonly Row[]) => string
  /** Returns the date of a row. Its year is a choice of the filter and, in a long list, a heading. */
  dateOf: (row: Row) => unknown
  /** Whether a long list has the years as headings; false if it is sorted by something else. */
  hasYears?: boolean
  /** Parts of the list. One part is shown at a time, and the first part is the whole list. */
  segments?: readonly ListSegment<Row>[] | undefined
  /** The choice of the order, among the tools, if the rows have one. */
  sort?: ReactNode
  /** Returns more about the rows that are shown, beside the parts of the list. */
  renderSum?: (found: readonly Row[]) => ReactNode
  /** Returns controls for the rows that are shown, of one year or of all (empty), beside the screen's heading. */
  renderActions?: (found: readonly Row[], year: string) => ReactNode
  children: (sections: readonly YearSection<Row>[]) => ReactNode
}

/** Limit of a short list: two screens on a desktop; headings for less would be in the way. */
const shortLength = 20
/** Limit of rows on a page: ten thousand rows at once stop a phone for seconds, and nobody reads them. */
const pageLength = 500

/** Reads search and filters of a list, which the address keeps. */
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
  const [find, show, ofYear] = [filter(setSearch), filter(setSegment), filter(setYear)]
  const reset = () => [find, show, ofYear].forEach((set) => set(''))
  return { search, segment, year, pages, setPages, find, show, ofYear, reset }
}

type ListFilter = ReturnType<typeof useListFilter>

/**
 * Renders a list that can be searched and, if it has parts and years, filtered by them. A long list has a heading for
 * each year and is shown page by page, except on paper.
 */
export function LongList<Row>(props: LongListProps<Row>) {
  const { rows, countOf, segments, renderSum, renderActions, children } = props
  const text = useText()
  const filter = useListFilter()
  const { pages, setPages } = filter
  const tools = useRef<HTMLDivElement>(null)
  const { box, keepPlace } = useFocusOnNext()
  const { query, found, sections, part, ...choices } = useFoundRows(props, filter)
  const shown = usePrinting() ? found.length : pages * pageLength
  const count = useSetListCount(countOf(found, rows))
  const isPart = choices.year !== '' || part !== segments?.[0]
  const nothing =
    query === '' ? text('list.nothing') : text(isPart ? 'list.noneOfPart' : 'list.none', { search: query })

  return (
    <SearchContext value={query}>
      <div className="kc-list-bar kc-screen-only" part="list-tools">
        <Tools ref={tools} {...props} {...choices} filter={filter} result={found.length === 0 ? nothing : count} />
        {segments && part && (
          <div className="kc-list-parts">
            <Segments legend={text('list.show')} segments={segments} value={part.id} onChange={filter.show} />
            {renderSum?.(found)}
          </div>
        )}
      </div>
      {renderActions && <ListActions>{renderActions(found, choices.year)}</ListActions>}
      {found.length === 0 ? (
        <EmptyState message={nothing}>
          <Button
            onClick={() => {
              filter.reset()
              tools.current?.querySelector('input')?.focus()
            }}
          >
            {text(query === '' ? 'list.reset' : isPart ? 'list.resetPart' : 'list.resetSearch')}
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
              {text('list.more', { count: Math.min(found.length - shown, pageLength) })}
            </Button>
          )}
        </div>
      )}
    </SearchContext>
  )
}

/** Returns the rows that pass the filter, in the sections of a long list, and the choices of the filter. */
function useFoundRows<Row>(
  { rows, textsOf, dateOf, hasYears = true, segments = [] }: LongListProps<Row>,
  { search, segment, year: requestedYear }: ListFilter
) {
  const query = useDeferredValue(search.trim())
  const isSearched = query !== ''
  const keys = useMemo(
    () => (isSearched ? rows.map((row) => searchText(textsOf(row).join(' '))) : []),
    [rows, textsOf, isSearched]
  )
  const years = useMemo(
    () =>
      byYear(rows, dateOf)
        .flatMap(({ heading }) => heading || [])
        .toSorted()
        .toReversed(),
    [rows, dateOf]
  )
  const part = segments.find(({ id }) => id === segment) ?? segments[0]
  const year = years.includes(requestedYear) ? requestedYear : ''
  const found = useMemo(() => {
    const matches = allWordsMatcher(query)
    return rows.filter(
      (row, index) =>
        matches(keys[index] ?? '') &&
        (!part || part.has(row)) &&
        (year === '' || readDate(dateOf(row))?.startsWith(year))
    )
  }, [rows, keys, query, part, year, dateOf])
  const sections = useMemo(
    () => (hasYears && found.length > shortLength ? byYear(found, dateOf) : [{ heading: null, rows: found }]),
    [found, dateOf, hasYears]
  )
  return { query, found, sections, years, year, part }
}

interface ToolsProps<Row> extends Pick<LongListProps<Row>, 'list' | 'sort'> {
  ref: Ref<HTMLDivElement>
  filter: ListFilter
  /** The years of the rows, and the chosen one. */
  years: readonly string[]
  year: string
  result: string
}

/** Renders the search of a list and, where it has them, the choices of its year and its order. */
function Tools<Row>({ ref, list, sort, filter, years, year, result }: ToolsProps<Row>) {
  const text = useText()
  return (
    <ListTools
      ref={ref}
      label={text('list.search', { list })}
      placeholder={text('list.searchShort')}
      search={filter.search}
      onSearch={filter.find}
      result={result}
    >
      {years.length > 1 && (
        <SelectField
          label={text('list.year')}
          value={year}
          options={[{ value: '', label: text('list.allYears') }, ...years.map((one) => ({ value: one, label: one }))]}
          onChange={({ target }) => filter.ofYear(target.value)}
        />
      )}
      {sort}
    </ListTools>
  )
}

/** Moves the focus, after the next page is shown, to its first control, which is where the button for it was. */
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
