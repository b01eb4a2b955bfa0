import type { RouteName, RoutePath } from '@customer-center/contract/routes'
import { Tiles } from '../../parts/tiles.tsx'
import { sectionOf } from '../routing/routes.ts'
import type { ViewContext } from './render-view.ts'

interface OverviewViewProps {
  context: ViewContext
  route: RoutePath
  /** The offered routes, in the provider's order. */
  routes: readonly RouteName[]
}

/** Renders tiles of all that is offered on a level: all routes outside of sections, or the routes of one section. */
export function OverviewView({ context: { text, config, linkTo }, route, routes }: OverviewViewProps) {
  const heading = text(`menu.${route}`)
  const tiles = routes
    .filter((target) => sectionOf(target) === (route === 'overview' ? undefined : route))
    .map((target) => ({ ...linkTo(target), label: text(`menu.${target}`), image: config.images[target]?.big }))
  const hasNews = config.features.includes('overview')
  return (
    <>
      <h1 part="heading">{heading}</h1>
      {/* `OverviewLines` fills rows and lines; their room is there from the start. */}
      {hasNews && route === 'overview' && (
        <div className={routes.includes('invoices') ? 'kc-today' : 'kc-today kc-two'} />
      )}
      <Tiles label={heading} tiles={tiles} lines={hasNews} />
    </>
  )
}
