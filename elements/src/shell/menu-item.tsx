import type { Route, RoutePath } from '@customer-center/contract/routes'
import type { ViewContext } from './view.ts'

interface MenuItemProps {
  context: ViewContext
  route: RoutePath
  /** The item that is marked. */
  place: RoutePath
  /** What belongs to a section; shown while one is in it. */
  below?: readonly Route[]
  onChoose: (() => void) | undefined
}

export function MenuItem({ context, route, place, below = [], onChoose }: MenuItemProps) {
  const { text, config, base } = context
  const image = config.images[route]?.small
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
            <MenuItem key={child} context={context} route={child} place={place} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </li>
  )
}
