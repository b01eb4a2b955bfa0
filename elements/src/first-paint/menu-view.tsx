import type { RouteName, RoutePath } from '@customer-center/contract/routes'
import type { Ref } from 'react'
import { Button } from '../parts/button.tsx'
import { sectionOf } from '../routing/routes.ts'
import { addStyles } from '../theme/sheet.ts'
import css from './menu.css?inline'
import type { ViewContext } from './render-view.ts'

addStyles(css)

interface MenuItemViewProps {
  context: ViewContext
  route: RoutePath
  /** The route whose item is marked. */
  current: RoutePath
  /** The routes of a section; shown while one of them or the section is current. */
  subroutes?: readonly RouteName[]
  onChoose: (() => void) | undefined
}

function MenuItemView({ context, route, current, subroutes = [], onChoose }: MenuItemViewProps) {
  const { text, config, linkTo } = context
  const { href, path } = linkTo(route)
  const image = config.images[route]?.small
  const state = current === route ? 'menu-item-current' : ''
  const expanded = current === route || current.startsWith(`${route}/`)
  return (
    <li>
      <a
        href={href}
        data-path={path}
        part={`menu-item ${state}`}
        aria-current={current === route ? 'page' : undefined}
        onClick={onChoose}
      >
        {image && <img src={image} part="icon" alt="" width="24" height="24" />}
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

/** Unique in the shadow root, which holds one menu. */
const bodyId = 'menu-body'

export interface MenuViewProps {
  context: ViewContext
  /** The offered routes, in the provider's order. */
  routes: readonly RouteName[]
  /** The route whose item is marked. */
  current: RoutePath
  user: string
  /** Whether the menu is open on a phone. */
  open?: boolean
  nav?: Ref<HTMLElement>
  onToggle?: () => void
  onChoose?: () => void
  onLogOut?: () => void
}

/** Links to all screens. */
export function MenuView({ context, routes, current, user, open = false, nav, ...on }: MenuViewProps) {
  const { text, hideLogout } = context
  const top = routes.filter((route) => !routes.includes(sectionOf(route) as RouteName))
  return (
    <nav ref={nav} className="kc-menu" part="menu" aria-label={text('menu.label')}>
      <div className="kc-menu-toggle">
        <Button kind="plain" aria-expanded={open} aria-controls={bodyId} onClick={on.onToggle}>
          {text('menu.label')}
        </Button>
      </div>
      <div id={bodyId} className={open ? 'kc-menu-body kc-open' : 'kc-menu-body'}>
        <ul>
          <MenuItemView context={context} route="overview" current={current} onChoose={on.onChoose} />
          {top.map((route) => (
            <MenuItemView
              key={route}
              context={context}
              route={route}
              current={current}
              subroutes={routes.filter((other) => sectionOf(other) === route)}
              onChoose={on.onChoose}
            />
          ))}
        </ul>
        <div className="kc-menu-user">
          <p>{text('menu.user', { user })}</p>
          {!hideLogout && (
            <Button kind="quiet" onClick={on.onLogOut}>
              {text('menu.logout')}
            </Button>
          )}
        </div>
      </div>
    </nav>
  )
}
