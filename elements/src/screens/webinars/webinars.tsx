import { readDate, today, toGermanDate } from '@customer-center/contract/dates'
import type { Webinar } from '@customer-center/contract/webinar'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Fragment, useMemo } from 'react'
import { type AppContext, useAppContext } from '../../context/app-context.ts'
import { webinars } from '../../data/webinar.ts'
import { sortRows } from '../../lib/sort-rows.ts'
import { webAddressOf } from '../../lib/web-address.ts'
import { EmptyScreen } from '../../forms/empty-screen.tsx'
import { QueryState } from '../../forms/query-state.tsx'
import { ScreenHeader } from '../../parts/screen-header.tsx'
import { ScreenSkeleton } from '../../parts/skeleton.tsx'
import { Item, ItemList } from '../../parts/item-list.tsx'
import { countText } from '../../parts/list-count.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { useText } from '../../texts/texts.ts'
import { Badge } from '../../parts/badge.tsx'
import { MarkedText } from '../../parts/marked-text.tsx'
import { beside, eventCount, groupWebinars } from './webinar-groups.ts'
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

const dateOf = ({ expiryDate }: Webinar) => expiryDate
const textsOf = ({ caption, start, expiryDate }: Webinar) => [caption, toGermanDate(start), toGermanDate(expiryDate)]

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
      textsOf={textsOf}
      countOf={(found, all) => countText(text, 'events', eventCount(found), eventCount(all))}
      dateOf={dateOf}
    >
      {(sections) => {
        const open = sections.flatMap(({ rows }) => rows.filter((one) => !isPast(one, day)))
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

/** Renders links, those of one event below its name. */
function WebinarGroups({ rows, level, expired }: WebinarGroupsProps) {
  const Heading = `h${level}` as const
  return groupWebinars(rows).map(({ heading, rows: some }, group) => (
    <Fragment key={group}>
      {heading !== null && (
        <Heading className="kc-webinar-group">
          <MarkedText>{heading || '–'}</MarkedText> <span>{some.length}</span>
        </Heading>
      )}
      <ItemList>
        {some.map((webinar, index) => (
          <WebinarItem key={index} webinar={webinar} title={heading} expired={expired} />
        ))}
      </ItemList>
    </Fragment>
  ))
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
  /** The title of its group, which an entry with dates does not repeat to the eye; null without one. */
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
  const start = toGermanDate(webinar.start)
  const until = <MarkedText>{text('webinars.validUntil', { date })}</MarkedText>
  const detail = (start || date) && (
    <>
      {start && (
        <span>
          <MarkedText>{text('webinars.start', { date: start })}</MarkedText>
        </span>
      )}
      {start && date && ' · '}
      {date && (isEnding(webinar) ? <Badge tone="failed">{until}</Badge> : <span>{until}</span>)}
      {expired && <span>{` · ${text('webinars.expired')}`}</span>}
    </>
  )
  return (
    <Item part="webinar" title={<Caption caption={caption} title={detail ? title : null} />} detail={detail}>
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

/** Renders a caption, of which the eye sees what the title of its group does not say. */
function Caption({ caption, title }: { caption: string; title: string | null }) {
  const { before, after } = (title && beside(caption, title)) || { before: caption, after: '' }
  const repeated = caption.slice(before.length, caption.length - after.length)
  return (
    <>
      <MarkedText>{before}</MarkedText>
      {repeated && <span className={before || after ? 'kc-hidden' : 'kc-hidden kc-whole'}>{repeated}</span>}
      <MarkedText>{after}</MarkedText>
    </>
  )
}
