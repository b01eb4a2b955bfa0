import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Fragment, useMemo } from 'react'
import { readDate, today, toGermanDate } from '@customer-center/contract/dates'
import type { Webinar } from '@customer-center/contract/webinar'
import { type AppContext, useAppContext } from '../../context/app-context.ts'
import { webinars } from '../../data/webinar.ts'
import { EmptyScreen } from '../../forms/empty-screen.tsx'
import { QueryState } from '../../forms/query-state.tsx'
import { sortRows } from '../../lib/sort-rows.ts'
import { webAddressOf } from '../../lib/web-address.ts'
import { Badge } from '../../parts/badge.tsx'
import { Count } from '../../parts/group.tsx'
import { Item, ItemList } from '../../parts/lists/item-list.tsx'
import { countText } from '../../parts/lists/list-count.tsx'
import { LongList } from '../../parts/lists/long-list.tsx'
import { MarkedText } from '../../parts/lists/marked-text.tsx'
import { ScreenHeader } from '../../parts/lists/screen-header.tsx'
import { ScreenSkeleton } from '../../parts/skeleton.tsx'
import { daysOf } from '../../texts/day-range.ts'
import { useText } from '../../texts/texts.ts'
import { beside, byStart, eventCount, groupWebinars } from './webinar-groups.ts'
import './webinars.css'

export const readAhead = (app: AppContext, queries: QueryClient) => queries.prefetchQuery(webinars(app))

/** The links to webinars and their scripts (section 2, Webinars screen). */
export default function Webinars() {
  const text = useText()
  const query = useQuery(webinars(useAppContext()))
  return (
    <>
      <ScreenHeader heading={<h1 part="heading">{text('webinars.heading')}</h1>} />
      <QueryState
        query={query}
        failed={text('webinars.failed')}
        skeleton={<ScreenSkeleton route="webinars" />}
        empty={<EmptyScreen route="webinars" message={text('webinars.empty')} />}
      >
        {(rows) => <WebinarList rows={rows} />}
      </QueryState>
    </>
  )
}

const webinarEnd = ({ expiryDate }: Webinar) => expiryDate
const webinarTexts = ({ caption, start, expiryDate }: Webinar) => [
  caption,
  toGermanDate(start),
  toGermanDate(expiryDate)
]

/** Renders the webinars that can be opened, the next one first, and below them those whose last day is over. */
function WebinarList({ rows: all }: { rows: readonly Webinar[] }) {
  const text = useText()
  const day = today()
  const sorted = useMemo(() => {
    const [current, past] = [[], []] as [Webinar[], Webinar[]]
    for (const one of all) (isPast(one, day) ? past : current).push(one)
    return [...current, ...past]
  }, [all, day])
  return (
    <LongList
      list={text('webinars.heading')}
      rows={sorted}
      textsOf={webinarTexts}
      countOf={(found, whole) => countText(text, 'events', eventCount(found), eventCount(whole))}
      dateOf={webinarEnd}
    >
      {(sections) => {
        // The rows in the order of the list; the sections are in that of the last day's year.
        const shown = new Set(sections.flatMap(({ rows }) => rows))
        const open = sorted.filter((one) => shown.has(one) && !isPast(one, day))
        // Behind those to come, the others are in the backend's order.
        const current = sortRows(open, ({ start }) => comingDay(start, day), false)
        const past = sections
          .map(({ heading, rows }) => ({ heading, rows: rows.filter((one) => isPast(one, day)) }))
          .filter(({ rows }) => rows.length > 0)
        return (
          <>
            {current.length > 0 && <WebinarGroups rows={current} level={2} expired={false} />}
            {past.length > 0 && <h2 part="heading">{text('webinars.past')}</h2>}
            {past.map(({ heading, rows }) => (
              <Fragment key={heading}>
                {heading !== null && <h3>{heading}</h3>}
                <WebinarGroups rows={rows} level={heading === null ? 3 : 4} expired />
              </Fragment>
            ))}
          </>
        )
      }}
    </LongList>
  )
}

interface WebinarGroupsProps {
  rows: readonly Webinar[]
  /** The level of the headings. */
  level: 2 | 3 | 4
  expired: boolean
}

/** Renders links, those of one event below its name, and there below the days on which they begin. */
function WebinarGroups({ rows, level, expired }: WebinarGroupsProps) {
  const text = useText()
  const Heading = `h${level}` as const
  const DayHeading = `h${(level + 1) as 3 | 4 | 5}` as const
  return groupWebinars(rows).map(({ heading, rows: some }, group) =>
    heading === null ? (
      <WebinarItems key={group} rows={some} title={null} expired={expired} />
    ) : (
      <section key={group} className="kc-webinar-group">
        <Heading>
          <MarkedText>{heading || '–'}</MarkedText>{' '}
          <Count>{countText(text, 'entries', some.length, some.length)}</Count>
        </Heading>
        {byStart(some).map((ofDay) => {
          const [date] = daysOf(ofDay[0]?.start, null, text)
          return (
            <Fragment key={date ?? ''}>
              {date && (
                <DayHeading>
                  <MarkedText>{date}</MarkedText>
                </DayHeading>
              )}
              <WebinarItems rows={ofDay} title={heading} expired={expired} />
            </Fragment>
          )
        })}
      </section>
    )
  )
}

interface WebinarItemsProps extends Pick<WebinarItemProps, 'title' | 'expired'> {
  rows: readonly Webinar[]
}

function WebinarItems({ rows, ...common }: WebinarItemsProps) {
  return (
    <ItemList>
      {rows.map((webinar, index) => (
        <WebinarItem key={index} {...common} webinar={webinar} />
      ))}
    </ItemList>
  )
}

/** Returns the day on which it begins; empty if that is over or unknown. */
function comingDay(start: Webinar['start'], day: string): string {
  const first = readDate(start) ?? ''
  return first >= day ? first : ''
}

/** Tells whether a day is over; one that cannot be read is not. */
function isPast({ expiryDate }: Webinar, day: string): boolean {
  const last = readDate(expiryDate)
  return last !== null && last < day
}

/** Tells whether the last day is today or within a week. */
function isEnding({ expiryDate }: Webinar): boolean {
  const left = Date.parse(readDate(expiryDate) ?? '') - Date.parse(today())
  return left >= 0 && left <= 7 * 86_400_000
}

interface WebinarItemProps {
  webinar: Webinar
  /** The title of its group, which the entry does not repeat to the eye, as it does not its start; null without one. */
  title: string | null
  /** Whether its last day is over. Its link stays: a backend that closes it sends none (section 2). */
  expired: boolean
}

/** Renders a webinar's caption, how long it is valid, and its link; an invalid web address has no link. */
function WebinarItem({ webinar, title, expired }: WebinarItemProps) {
  const text = useText()
  const address = webAddressOf(webinar.videolink)
  const link = text(webinar.isPDFLink ? 'webinars.script' : 'webinars.webinar')
  const caption = webinar.caption ?? '–'
  const date = toGermanDate(webinar.expiryDate)
  const [start] = title === null ? daysOf(webinar.start, null, text) : []
  const until = <MarkedText>{text('webinars.validUntil', { date })}</MarkedText>
  return (
    <Item part="webinar" title={<Caption caption={caption} title={title} />}>
      <p className="kc-start">{start && <MarkedText>{start}</MarkedText>}</p>
      <p className="kc-until">
        {date && (isEnding(webinar) ? <Badge tone="failed">{until}</Badge> : until)}
        {expired && ` · ${text('webinars.expired')}`}
      </p>
      {address && (
        <a
          className="kc-button kc-plain"
          part="button button-plain"
          href={address}
          target="_blank"
          rel="noopener"
          data-main
          aria-label={text('webinars.linkName', { link, caption })}
        >
          {link}
        </a>
      )}
    </Item>
  )
}

interface CaptionProps {
  caption: string
  title: string | null
}

/** Renders a caption. On the screen it lacks the words of the group's title, unless no others are left. */
function Caption({ caption, title }: CaptionProps) {
  const { before, after } = (title && title !== caption && beside(caption, title)) || { before: caption, after: '' }
  const repeated = caption.slice(before.length, caption.length - after.length)
  const name = after.replace(/^ – /, '')
  return (
    <>
      <span className={name && 'kc-kind'}>
        <MarkedText>{before}</MarkedText>
      </span>
      {repeated && <span className="kc-hidden">{repeated}</span>}
      {name !== after && <span className="kc-hidden"> – </span>}
      <span>
        <MarkedText>{name}</MarkedText>
      </span>
    </>
  )
}
