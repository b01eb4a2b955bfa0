import { type QueryClient } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { readDate, today, toGermanDate } from '@customer-center/contract/dates'
import { webAddressOf } from '../../client/backend-address.ts'
import { type AppContext, useAppContext } from '../../context/app-context.ts'
import { useFold } from '../../context/use-route-state.ts'
import { type ListedWebinar, webinars } from '../../data/webinar.ts'
import { ListScreen } from '../../forms/list-screen.tsx'
import { sortRows } from '../../lib/sort-rows.ts'
import { Badge } from '../../parts/badge.tsx'
import { CancelledBadge } from '../../parts/cancelled-badge.tsx'
import { Group } from '../../parts/group.tsx'
import { Item, ItemList } from '../../parts/lists/item-list.tsx'
import { countText } from '../../parts/lists/list-count.tsx'
import { LongList } from '../../parts/lists/long-list.tsx'
import { MarkedText, useIsFound } from '../../parts/lists/marked-text.tsx'
import { YearSections } from '../../parts/lists/year-sections.tsx'
import { formatEventDays, isCancelled } from '../../texts/event-texts.ts'
import { useText } from '../../texts/texts.ts'
import { groupWebinars, nameOf, splitColleagues, textBesideTitle, type WebinarGroup } from './webinar-groups.ts'
import './webinars.css'

export const readAhead = (app: AppContext, queries: QueryClient) => queries.prefetchQuery(webinars(app))

/** Renders the links to webinars and their scripts. */
export default function Webinars() {
  return <ListScreen route="webinars" read={webinars} List={WebinarList} />
}

const webinarDate = ({ start, expiryDate }: ListedWebinar) => readDate(start) ?? expiryDate
const webinarTexts = (webinar: ListedWebinar) => [
  nameOf(webinar),
  toGermanDate(webinar.start),
  toGermanDate(webinar.expiryDate)
]

/**
 * Renders the webinars to come, the next one first, then those that have begun and can still be opened, and last those
 * whose last day is over.
 */
function WebinarList({ rows: all }: { rows: readonly ListedWebinar[] }) {
  const text = useText()
  const day = today()
  const sorted = useMemo(() => {
    const of = (stage: Stage) => all.filter((one) => stageOf(one, day) === stage)
    return [
      // A webinar without a day keeps its place behind the others.
      ...sortRows(of('coming'), ({ start }) => readDate(start) ?? '', false),
      ...(['begun', 'past'] as const).flatMap((stage) =>
        sortRows(of(stage), (one) => readDate(webinarDate(one)) ?? '', true)
      )
    ]
  }, [all, day])
  return (
    <LongList
      list={text('webinars.heading')}
      rows={sorted}
      textsOf={webinarTexts}
      countOf={(found, whole) => countText(text, 'webinars', found.length, whole.length)}
      dateOf={webinarDate}
    >
      {(sections) => {
        // The rows in the order of the list; the sections are in that of the years.
        const shown = new Set(sections.flatMap(({ rows }) => rows))
        const of = (stage: Stage) => sorted.filter((one) => shown.has(one) && stageOf(one, day) === stage)
        const [coming, begun] = [of('coming'), of('begun')]
        const past = sections
          .map(({ heading, rows }) => ({ heading, rows: rows.filter((one) => stageOf(one, day) === 'past') }))
          .filter(({ rows }) => rows.length > 0)
        return (
          <>
            {coming.length > 0 && <StageHeading stage="coming" />}
            <WebinarGroups rows={coming} level={3} />
            {begun.length > 0 && <StageHeading stage="begun" />}
            <WebinarGroups rows={begun} level={3} />
            {past.length > 0 && <StageHeading stage="past" />}
            <YearSections sections={past} level={3}>
              {(rows, level) => (
                <div className="kc-long-list kc-expired">
                  <WebinarGroups {...{ rows, level }} expired />
                </div>
              )}
            </YearSections>
          </>
        )
      }}
    </LongList>
  )
}

type Stage = 'coming' | 'begun' | 'past'

function StageHeading({ stage }: { stage: Stage }) {
  const text = useText()
  return (
    <h2 part="heading" className="kc-stage">
      {text(`webinars.${stage}`)}
    </h2>
  )
}

/** A day that cannot be read is not over. */
function stageOf(webinar: ListedWebinar, day: string): Stage {
  const [first, last] = [readDate(webinar.start), readDate(webinar.expiryDate)]
  if (last !== null && last < day) return 'past'
  // A webinar that ends soon is not below the others: it may take several days, and its link names the first.
  return first === null || first >= day || isEnding(webinar) ? 'coming' : 'begun'
}

/** Tells whether the last day is today or within a week. */
function isEnding({ expiryDate }: ListedWebinar): boolean {
  const left = Date.parse(readDate(expiryDate) ?? '') - Date.parse(today())
  return left >= 0 && left <= 7 * 86_400_000
}

interface WebinarGroupsProps {
  rows: readonly ListedWebinar[]
  /** The level of the headings. */
  level: 2 | 3 | 4
  expired?: boolean
}

/** Renders links. The links of one day of an event are below the event's name. */
function WebinarGroups({ rows, level, expired = false }: WebinarGroupsProps) {
  return groupWebinars(rows).map((group) =>
    group.heading === null ? (
      <WebinarItems key={group.key} rows={group.rows} title={null} expired={expired} />
    ) : (
      <EventWebinars key={group.key} group={group} heading={group.heading} level={level} expired={expired} />
    )
  )
}

interface EventWebinarsProps extends Required<Pick<WebinarGroupsProps, 'level' | 'expired'>> {
  group: WebinarGroup
  heading: string
}

/** Renders the day and the title of an event, and its links; the links that name colleagues are folded. */
function EventWebinars({ group, heading, level, expired }: EventWebinarsProps) {
  const text = useText()
  const { profile } = useAppContext().session
  const caption = useId()
  const Heading = `h${level}` as const
  const date = formatEventDays(group.rows[0]?.start, null, text)
  const { own, colleagues } = profile?.changeParticipantAllowed
    ? splitColleagues(group)
    : // All links are one's own.
      { own: group.rows, colleagues: [] }
  const found = useIsFound(colleagues.map(nameOf))
  const fold = useFold(group.key, found)
  return (
    <section className="kc-webinar-group">
      <Heading id={caption}>
        {date && (
          <>
            <span className="kc-day">
              <MarkedText>{date}</MarkedText>
            </span>{' '}
          </>
        )}
        <span>
          <MarkedText>{heading || '–'}</MarkedText>
          {group.rows[0] && <CancelledBadge event={group.rows[0]} />}
        </span>
      </Heading>
      {own.length > 0 && <WebinarItems rows={own} title={heading} expired={expired} />}
      {colleagues.length > 0 && (
        <Group
          key={String(found)}
          // A person with an own link is one of the participants.
          heading={text(own.some(({ isPDFLink }) => !isPDFLink) ? 'webinars.others' : 'orders.participants')}
          count={colleagues.length}
          level={(level + 1) as 3 | 4 | 5}
          {...fold}
          describedBy={caption}
        >
          <WebinarItems rows={colleagues} title={heading} expired={expired} />
        </Group>
      )}
    </section>
  )
}

interface WebinarItemsProps extends Pick<WebinarItemProps, 'title' | 'expired'> {
  rows: readonly ListedWebinar[]
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

interface WebinarItemProps {
  webinar: ListedWebinar
  /** The title of its group, which the entry does not show again, nor its start; null without one. */
  title: string | null
  /**
   * Whether the webinar's last day is over. Its link stays: a backend that closes a webinar sends no link.
   */
  expired: boolean
}

/** Renders a webinar's caption, how long it is valid, and its link; an address that nobody can open is named instead. */
export function WebinarItem({ webinar, title, expired }: WebinarItemProps) {
  const text = useText()
  const address = webAddressOf(useAppContext().session, webinar.videolink)
  const link = text(webinar.isPDFLink ? 'webinars.script' : 'webinars.webinar')
  const date = toGermanDate(webinar.expiryDate)
  const start = (title === null && formatEventDays(webinar.start, null, text)) || undefined
  const until = <MarkedText>{text('webinars.validUntil', { date })}</MarkedText>
  return (
    <Item
      part="webinar"
      date={start && <MarkedText>{start}</MarkedText>}
      title={<Caption webinar={webinar} title={title} />}
    >
      <p className="kc-until">
        {title === null && <CancelledBadge event={webinar} />}
        {date && (isEnding(webinar) && !isCancelled(webinar) ? <Badge tone="failed">{until}</Badge> : until)}
        {expired && ` · ${text('webinars.expired')}`}
      </p>
      {!address && webinar.videolink?.trim() && <small>{text('webinars.unusable')}</small>}
      {address && (
        <a
          className="kc-button kc-plain"
          part="button button-plain"
          href={address}
          target="_blank"
          rel="noopener"
          data-main
          aria-label={text('webinars.linkName', { link, caption: nameOf(webinar) })}
        >
          {link}
        </a>
      )}
    </Item>
  )
}

/** Renders a caption and the colleague's name, in a group without the words of its title, unless no others are left. */
function Caption({ webinar, title }: Pick<WebinarItemProps, 'webinar' | 'title'>) {
  const { colleague } = webinar
  const caption = webinar.caption ?? '–'
  const beside = title && (title !== caption || colleague) ? textBesideTitle(caption, title) : null
  // A box of its own: a mark of the search in it would else be a part beside the others.
  if (!beside)
    return (
      <span>
        <MarkedText>{nameOf(webinar)}</MarkedText>
      </span>
    )
  const { before, after } = beside
  const rest = after.replace(/^ – /, '')
  const name = [rest, colleague].filter(Boolean).join(' – ')
  return (
    <>
      <span className={name && 'kc-kind'}>
        <MarkedText>{before}</MarkedText>
      </span>
      <span className="kc-hidden">{caption.slice(before.length, caption.length - after.length)}</span>
      {(rest !== after || (colleague && !after)) && <span className="kc-hidden"> – </span>}
      <span>
        <MarkedText>{name}</MarkedText>
      </span>
    </>
  )
}
