import type { Route } from '@customer-center/contract/routes'
import { type Place, useCenter } from '../client/center.ts'
import { Tiles } from '../parts/tiles.tsx'
import { useText } from '../texts/texts.ts'
import { sectionOf } from './routes.ts'

/** Tiles of everything that is offered on a level: all that stands alone, or what belongs to a section. */
export function Overview({ place, routes }: { place: Place; routes: readonly Route[] }) {
  const text = useText()
  const { config, base } = useCenter()
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
