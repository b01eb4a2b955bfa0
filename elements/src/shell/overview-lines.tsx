import { toGermanDate } from '@customer-center/contract/dates'
import { getOverview, type Overview, overviewFields } from '@customer-center/contract/overview'
import type { RouteName } from '@customer-center/contract/routes'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { fromWire } from '../client/fields.ts'
import { type AppContext, useAppContext } from '../context/app-context.ts'
import { callFeature } from '../data/backend-feature.ts'
import { type Text, useText } from '../texts/texts.ts'
import { addStyles } from '../theme/sheet.ts'
import css from './overview-lines.css?inline'

addStyles(css)

const map = { noun: 'overview', fields: overviewFields } as const

/** Reads the news for the person; null without an answer, since nothing is missing then. */
export function readOverview(app: AppContext): Promise<Overview | null> {
  return callFeature(app, getOverview, { signal: app.signal }).then(
    (wire) => fromWire(map, app.config.fieldCodes, wire),
    () => null
  )
}

interface OverviewLinesProps {
  overview: Overview
  /**
   * The parent of the tiles. They were rendered before React, which has no place for parts that come after the first
   * view.
   */
  root: HTMLElement
  /** The offered routes. */
  routes: readonly RouteName[]
}

/** Shows the person's name, and a line of news on each tile that has some, in room that is there already. */
export function OverviewLines({ overview, root, routes }: OverviewLinesProps) {
  const text = useText()
  const { base } = useAppContext()
  const place = (selector: string, content: ReactNode) => {
    const node = root.querySelector(selector)
    return node && createPortal(content, node, selector)
  }
  const who = [overview.customer, overview.person].filter(Boolean).join(' · ')
  const lines = Object.entries(linesOf(overview, routes, text))
  return (
    <>
      {who !== '' && place('nav:has(.kc-tiles)', <p className="kc-who">{who}</p>)}
      {lines.map(([route, line]) => line && place(`[data-path="${base}${route}"] small`, line))}
    </>
  )
}

function linesOf(
  { newDocuments, lastVisit, nextEvent, lastEvent, lastInvoice }: Overview,
  routes: readonly RouteName[],
  text: Text
): Partial<Record<RouteName, string>> {
  const news =
    newDocuments && lastVisit
      ? text('overview.news', { count: String(newDocuments), date: toGermanDate(lastVisit) })
      : ''
  const next = nextEvent ? text('overview.nextEvent', { date: toGermanDate(nextEvent) }) : ''
  // A person who does not order has no better tile for it.
  const besideOrders = routes.includes('orders') ? '' : next
  return {
    scripts: news || besideOrders,
    orders: next,
    invoices: lastInvoice ? text('overview.lastInvoice', { date: toGermanDate(lastInvoice) }) : '',
    confirmations: lastEvent ? text('overview.lastEvent', { date: toGermanDate(lastEvent) }) : ''
  }
}
