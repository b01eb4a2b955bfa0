import type { Route, RoutePath } from '@customer-center/contract/routes'
import type { ViewContext } from './view-context.ts'

interface MenuItemViewProps {
  context: ViewContext
  route: RoutePath
  /** The route whose item is marked. */
  current: RoutePath
  /** The routes of a section; shown while one of them or the section is current. */
  subroutes?: readonly Route[]
  onChoose: (() => void) | undefined
}

export function MenuItemView({ context, route, current, subroutes = [], onChoose }: MenuItemViewProps) {
  const { text, config, linkTo } = context
  const { href, path } = linkTo(route)
  const image = config.images[route]?.small
  const expanded = current === route || current.startsWith(`${route}/`)
  return (
    <li>
      <a
        href={href}
        data-path={path}
        part="menu-item"
        aria-current={current === route ? 'page' : undefined}
        onClick={onChoose}
      >
        {image && <img src={image} alt="" width="24" height="24" />}
        <span>{text(`menu.${route}`)}</span>
      </a>
      {expanded && subroutes.length > 0 && (
        <ul>
          {subroutes.map((subroute) => (
            <MenuItemView key={subroute} context={context} route={subroute} current={current} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </li>
  )
}
