import type { ReactNode } from 'react'
import type { RouteName, RoutePath } from '@customer-center/contract/routes'
import { hyphenate } from '../../parts/hyphenate.tsx'
import { Tiles } from '../../parts/tiles.tsx'
import { sectionOf } from '../routing/routes.ts'
import type { ViewContext } from './render-view.ts'

interface OverviewViewProps {
  context: ViewContext
  route: RoutePath
  /** The offered routes, in the provider's order. */
  routes: readonly RouteName[]
  /** The news; their rows with a bar in the place of each value until they have come. */
  news?: ReactNode
  /** The person's events, below all that the first view has. */
  events?: ReactNode
}

/** Labels of the rows of news. */
const labels = ['event', 'open', 'news'] as const

/** Renders tiles of all that is offered on a level: all routes outside of sections, or the routes of one section. */
export function OverviewView({ context: { text, config, linkTo }, route, routes, news, events }: OverviewViewProps) {
  const heading = text(`menu.${route}`)
  const tiles = routes
    .filter((target) => sectionOf(target) === (route === 'overview' ? undefined : route))
    .map((target) => ({
      ...linkTo(target),
      label: hyphenate(text(`menu.${target}`), text('menu.hyphens')),
      image: config.images[target]?.big
    }))
  const hasNews = config.features.includes('overview')
  return (
    <>
      <h1 part="heading">{heading}</h1>
      {hasNews && route === 'overview' && (
        <div className="kc-today">
          {news || (
            <>
              <p />
              <ul aria-label={text('overview.label.today')}>
                {labels.map(
                  (label) =>
                    (label !== 'open' || routes.includes('invoices')) && (
                      <li key={label} data-label={text(`overview.label.${label}`)}>
                        <i />
                      </li>
                    )
                )}
              </ul>
            </>
          )}
        </div>
      )}
      <Tiles label={heading} tiles={tiles} lines={hasNews} />
      {route === 'overview' && <div className="kc-own-events">{events}</div>}
    </>
  )
}
