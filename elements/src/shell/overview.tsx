import type { Route, RoutePath } from '@customer-center/contract/routes'
import { Tiles } from '../parts/tiles.tsx'
import { sectionOf } from './routes.ts'
import type { ViewContext } from './view.ts'

interface OverviewProps {
  context: ViewContext
  place: RoutePath
  /** What is offered, in its order. */
  routes: readonly Route[]
}

/** Tiles of everything that is offered on a level: all that stands alone, or what belongs to a section. */
export function Overview({ context: { text, config, base }, place, routes }: OverviewProps) {
  const heading = text(`menu.${place}`)
  const tiles = routes
    .filter((route) => sectionOf(route) === (place === 'overview' ? undefined : place))
    .map((route) => ({ href: `#/${base}${route}`, label: text(`menu.${route}`), image: config.images[route]?.big }))
  return (
    <>
      <h1>{heading}</h1>
      <Tiles label={heading} tiles={tiles} />
    </>
  )
}
