import type { Route } from '@customer-center/contract/routes'
import { type Place, useCenter } from '../client/center.ts'
import { useText } from '../texts/texts.ts'

interface MenuItemProps {
  route: Place
  /** The item that is marked. */
  place: Place
  /** What belongs to a section; shown while one is in it. */
  below?: readonly Route[]
  onChoose: () => void
}

export function MenuItem({ route, place, below = [], onChoose }: MenuItemProps) {
  const text = useText()
  const { config, base } = useCenter()
  const image = route === 'overview' ? undefined : config.images[route]?.small
  const inside = place === route || place.startsWith(`${route}/`)
  return (
    <li>
      <a
        href={`#/${base}${route}`}
        part="menu-item"
        aria-current={place === route ? 'page' : undefined}
        onClick={onChoose}
      >
        {image && <img src={image} alt="" width="24" height="24" />}
        <span>{text(`menu.${route}`)}</span>
      </a>
      {inside && below.length > 0 && (
        <ul>
          {below.map((child) => (
            <MenuItem key={child} route={child} place={place} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </li>
  )
}
