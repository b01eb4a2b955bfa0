import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { today } from '@customer-center/contract/dates'
import type { RouteName } from '@customer-center/contract/routes'
import { useAppContext } from '../../context/app-context.ts'
import { countOf, type News } from '../../data/overview.ts'
import { isCancelled } from '../../texts/event-texts.ts'
import { type Text, useText } from '../../texts/texts.ts'
import { firstEvent } from './overview-rows.tsx'
import { formatShortDays } from './short-days.ts'
import './overview-lines.css'

export { loadNews } from '../../data/overview.ts'
export { OverviewRows } from './overview-rows.tsx'

interface OverviewLinesProps {
  overview: News
  /**
   * The parent of the tiles. They were rendered before React, whose tree has no place for parts that come after the
   * first view.
   */
  root: HTMLElement
  routes: readonly RouteName[]
}

/** Fills the values beside the tiles' names. The room for them is there already. */
export function OverviewLines({ overview, root, routes }: OverviewLinesProps) {
  const text = useText()
  const { base } = useAppContext()
  // When this node is in the page, so are the tiles of a new overview.
  const [anchor, setAnchor] = useState<Element | null>(null)
  const place = (selector: string, content: ReactNode) => {
    const node = root.querySelector(selector)
    return node && createPortal(content, node, selector)
  }
  const values = anchor ? Object.entries(valuesOf(overview, routes, text)) : []
  return (
    <>
      <span hidden ref={setAnchor} />
      {values.map(([route, value]) => value && place(`[data-path="${base}${route}"] small`, value))}
    </>
  )
}

function valuesOf(news: News, routes: readonly RouteName[], text: Text): Partial<Record<RouteName, string>> {
  const { nextEvent, nextEvents, lastEvent, lastInvoice, openInvoices } = news
  // A backend may count them for everybody.
  const contacts = routes.includes('mydata/contacts') ? news.contacts : null
  const count = countOf(news.newDocuments)
  const day = today()
  const short = (date: string | null) => formatShortDays(date, null, day)
  const next = nextEvent ? text('overview.nextEvent', { date: short(nextEvent) }) : ''
  const shown = firstEvent(news)
  const later = nextEvents.find((event) => event !== shown && !isCancelled(event))
  const webinar = nextEvents.find(({ webinarLink }) => webinarLink !== null)
  const invoiced = lastInvoice ? text('overview.last', { date: short(lastInvoice) }) : ''
  return {
    // For a person who may not see orders, this is the best tile for the next event.
    scripts: count ? text('overview.news', { count }) : routes.includes('orders') ? '' : next,
    // The row above the tiles shows the next event.
    orders: later ? text('overview.laterEvent', { date: short(later.from) }) : next,
    webinars: webinar ? text('overview.nextWebinar', { date: short(webinar.from) }) : '',
    invoices: openInvoices?.count ? text('overview.open', { count: openInvoices.count }) : invoiced,
    confirmations: lastEvent ? text('overview.last', { date: short(lastEvent) }) : '',
    mydata: contacts === null ? '' : text('contacts.count', { count: contacts }),
    'mydata/contacts': contacts === null ? '' : contacts.toLocaleString('de')
  }
}
