import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { today } from '@customer-center/contract/dates'
import { eventKeyOf, type JoinedEvent } from '@customer-center/contract/dossier'
import { lastDayOf } from '@customer-center/contract/event-days'
import { errorSentence } from '../../client/call-error.ts'
import { useAppContext } from '../../context/app-context.ts'
import { eventName } from '../../context/router.ts'
import { useDetail } from '../../context/use-detail.ts'
import { useEntryState } from '../../context/use-route-state.ts'
import { useBackendFeature } from '../../data/backend-feature.ts'
import { personEvents } from '../../data/dossier.ts'
import type { News } from '../../data/overview.ts'
import { waitForIdle } from '../../lib/idle.ts'
import { Button } from '../../parts/button.tsx'
import { CancelledBadge } from '../../parts/cancelled-badge.tsx'
import { focusHeading } from '../../parts/focus-heading.ts'
import { byYear, type YearSection } from '../../parts/lists/by-year.ts'
import { Item, ItemList } from '../../parts/lists/item-list.tsx'
import { YearSections } from '../../parts/lists/year-sections.tsx'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { isCancelled, townOf, weekdayOf } from '../../texts/event-texts.ts'
import { type TextId, useText } from '../../texts/texts.ts'
import { formatShortDays } from './short-days.ts'
import './overview-events.css'

/** Number of the events at first. */
const firstEvents = 6

/**
 * Renders the events of the person below the tiles, each as a row that leads to its dossier. A backend that lists them
 * sends the first six with the news, or they are read; elsewhere the lists of the screens are read when the browser is
 * idle.
 */
export default function OverviewEvents({ news }: { news: News | null }) {
  const text = useText()
  const app = useAppContext()
  const isListed = useBackendFeature('overview-events')
  const first = isListed ? firstOf(news) : undefined
  const [isWhole, setWhole] = useEntryState('all-events', false)
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let mounted = true
    void waitForIdle().then(() => mounted && setIdle(true))
    return () => void (mounted = false)
  }, [])
  const { data, error, errorUpdateCount, isFetching, refetch } = useQuery({
    ...personEvents(app),
    enabled: isListed ? isWhole || !first : isIdle
  })
  // A retry begins without an error; the button that is pressed for it stays.
  const isFailed = data === undefined && errorUpdateCount > 0
  const { box, keepFocus } = useKeptFocus(isFailed ? 'failed' : data && (isWhole ? 'whole' : 'first'))
  const rows = data ?? first
  if (!rows && !isFailed) return null
  const count = data?.length ?? news?.eventCount ?? first?.length ?? 0
  const shown = isWhole ? rows : rows?.slice(0, firstEvents)
  const day = today()
  return (
    <section ref={box} aria-labelledby="own-events">
      <h2 id="own-events" part="heading">
        {text('overview.events')}
      </h2>
      {rows?.length === 0 && <p>{text('overview.noEvents')}</p>}
      <YearSections sections={sectionsOf(shown ?? [], isWhole, day)} level={3}>
        {(some, below) => (
          <ItemList>
            {some.map((event) => (
              <EventItem key={eventKeyOf(event)} event={event} day={day} isYearKnown={below > 3} />
            ))}
          </ItemList>
        )}
      </YearSections>
      {isFailed && (
        <LoadFailed
          message={text('participation.failed')}
          reason={errorSentence(error, '')}
          busy={isFetching}
          onRetry={() => {
            keepFocus()
            void refetch()
          }}
        />
      )}
      {!isFailed && !(isWhole && data) && count > (shown?.length ?? 0) && (
        <Button
          kind="plain"
          busy={isWhole && isFetching}
          onClick={() => {
            keepFocus()
            setWhole(true)
          }}
        >
          {text('overview.allEvents', { count })}
        </Button>
      )}
    </section>
  )
}

/** Returns the first events of the news; undefined if they have none although there may be some. */
function firstOf(news: News | null): News['events'] | undefined {
  return news && (news.events.length > 0 || news.eventCount === 0) ? news.events : undefined
}

/**
 * Keeps the focus of a pressed button that disappears in another state: it goes to the first row that is new, or to the
 * button of a failure.
 */
function useKeptFocus(state: 'first' | 'whole' | 'failed' | undefined) {
  const box = useRef<HTMLElement>(null)
  const isPressed = useRef(false)
  useLayoutEffect(() => {
    // Somebody may have gone on meanwhile.
    if (!state || !box.current || !isPressed.current || document.activeElement !== document.body) return
    isPressed.current = state === 'failed'
    const links = box.current.querySelectorAll<HTMLElement>('li a')
    const target =
      state === 'failed'
        ? box.current.querySelector<HTMLElement>(':scope > .kc-notice button')
        : links[state === 'whole' ? firstEvents : 0]
    if (target) target.focus()
    else focusHeading(box.current)
  }, [state])
  return { box, keepFocus: () => void (isPressed.current = true) }
}

/** Returns the coming events, and the others by their year where all are shown. */
function sectionsOf(rows: readonly JoinedEvent[], isWhole: boolean, day: string): YearSection<JoinedEvent>[] {
  const isOver = (row: JoinedEvent) => isWhole && lastDayOf(row) < day
  const coming = { heading: null, rows: rows.filter((row) => !isOver(row)) }
  return [...(coming.rows.length > 0 ? [coming] : []), ...byYear(rows.filter(isOver), ({ from }) => from)]
}

interface EventItemProps {
  event: JoinedEvent
  day: string
  /** Whether the row stands below the heading of its year. */
  isYearKnown: boolean
}

function EventItem({ event, day, isYearKnown }: EventItemProps) {
  const text = useText()
  const { router, base } = useAppContext()
  const { open } = useDetail(eventName)
  const { from, to, caption, location, persons, waiting } = event
  const key = eventKeyOf(event) ?? ''
  const { href } = router.linkTo(`${base}overview?${eventName}=${encodeURIComponent(key)}`)
  // Nobody takes part any more.
  const isQuiet = isCancelled(event) || (persons === 0 && !waiting)
  function follow(click: MouseEvent) {
    if (click.button !== 0 || click.ctrlKey || click.metaKey || click.shiftKey || click.altKey) return
    click.preventDefault()
    open(key)
  }
  return (
    <Item
      part={isQuiet ? 'own-event own-event-quiet' : 'own-event'}
      date={
        [weekdayOf(from ?? to, text), formatShortDays(from, to, day, isYearKnown)].filter(Boolean).join(',\u00A0') ||
        '–'
      }
      title={
        <a href={href} data-main onClick={follow}>
          {caption ?? '–'}
        </a>
      }
      detail={
        <>
          {[location && townOf(location), persons ? text('overview.participants', { count: persons }) : '']
            .filter(Boolean)
            .join(' · ')}
          <CancelledBadge event={event} />
        </>
      }
    >
      <Marks event={event} isComing={lastDayOf(event) >= day} />
    </Item>
  )
}

/** Renders the marks of an event, in places that all rows share; a mark that an event lacks leaves its place empty. */
function Marks({ event, isComing }: { event: JoinedEvent; isComing: boolean }) {
  const text = useText()
  const hasCalendar = useBackendFeature('calendar')
  const { webinars, documents, confirmations, invoices } = event
  const isOnline = Boolean(webinars)
  const inCalendar = isComing && hasCalendar && event.persons !== 0 && !isCancelled(event)
  const marks: readonly [TextId, TextId, number | null][] = [
    isOnline
      ? ['overview.markWebinar', 'overview.markWebinars', webinars]
      : ['overview.markCalendar', 'overview.markCalendar', inCalendar ? 1 : 0],
    ['overview.document', 'overview.documents', documents],
    ['overview.markConfirmation', 'overview.markConfirmations', confirmations],
    ['overview.invoiceCount', 'overview.invoices', invoices]
  ]
  return (
    <ul className="kc-marks">
      {marks.map(
        ([one, many, count]) =>
          Boolean(count) && <li key={one}>{text(count === 1 ? one : many, { count: count ?? 0 })}</li>
      )}
    </ul>
  )
}
