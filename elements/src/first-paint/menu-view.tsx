import type { RouteName, RoutePath } from '@customer-center/contract/routes'
import type { MouseEvent, ReactNode, Ref } from 'react'
import { Button } from '../parts/button.tsx'
import { sectionOf } from '../routing/routes.ts'
import type { ViewContext } from './render-view.ts'
import './menu.css'

/** The part of the menu that is open: all of it on a phone, the items of a section, or those that have no room in the row. */
export type OpenPart = RouteName | 'all' | 'more'

interface MenuItemViewProps extends Pick<MenuViewProps, 'context' | 'current' | 'opened' | 'onChoose' | 'onOpen'> {
  route: RoutePath
  /** The routes of a section; in the row they are shown when it is opened. */
  subroutes?: readonly RouteName[]
}

export function MenuItemView({ route, subroutes = [], ...menu }: MenuItemViewProps) {
  const { context, current, opened, onChoose, onOpen } = menu
  const { text, config, linkTo } = context
  const { href, path } = linkTo(route)
  const image = config.images[route]?.small
  const state = current === route ? 'menu-item-current' : ''
  const open = opened === route
  const isSection = subroutes.length > 0
  return (
    <li>
      <a
        href={href}
        data-path={path}
        part={`menu-item ${state}`}
        aria-current={current === route ? 'page' : undefined}
        aria-expanded={onOpen && isSection ? open : undefined}
        onClick={onOpen && isSection ? (event) => onOpen(route as RouteName, event) : onChoose}
      >
        {image && <img src={image} part="icon" alt="" width="24" height="24" />}
        <span>{text(`menu.${route}`)}</span>
      </a>
      {isSection && (
        <ul className={open ? 'kc-open' : undefined}>
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
  opened?: OpenPart | null
  nav?: Ref<HTMLElement>
  /** The bar of a phone, behind its button. */
  bar?: ReactNode
  /** The items that have no room in the row, behind it. */
  more?: ReactNode
  /** Opens a part of the menu or closes it; missing where the items of a section need not be opened. */
  onOpen?: ((part: OpenPart, event: MouseEvent) => void) | undefined
  onToggle?: () => void
  onChoose?: (() => void) | undefined
  onLogOut?: () => void
}

/** Returns the routes outside of sections; a section whose own route is not offered does not hide its items. */
export const topRoutes = (routes: readonly RouteName[]): RoutePath[] => [
  'overview',
  ...routes.filter((route) => !routes.includes(sectionOf(route) as RouteName))
]

/** Links to all screens: at the side, in a row or, on a phone, behind a button, as the width of the element says. */
export function MenuView({ routes, user, nav, bar, more, onToggle, onLogOut, ...menu }: MenuViewProps) {
  const { context, opened } = menu
  const { text, hideLogout } = context
  const isOpen = opened === 'all'
  return (
    <nav ref={nav} className="kc-menu" part="menu" aria-label={text('menu.label')}>
      <div className="kc-menu-bar">
        <Button kind="plain" aria-expanded={isOpen} aria-controls={bodyId} onClick={onToggle}>
          {text('menu.label')}
        </Button>
        {bar}
      </div>
      <div id={bodyId} className={isOpen ? 'kc-menu-body kc-open' : 'kc-menu-body'}>
        <ul>
          {topRoutes(routes).map((route) => (
            <MenuItemView
              key={route}
              {...menu}
              route={route}
              subroutes={routes.filter((other) => sectionOf(other) === route)}
            />
          ))}
        </ul>
        {more}
        <div className="kc-menu-user">
          <p title={user}>
            <span>{text('menu.user', { user: '' })}</span>
            {user}
          </p>
          {!hideLogout && (
            <Button kind="quiet" onClick={onLogOut}>
              {text('menu.logout')}
            </Button>
          )}
        </div>
      </div>
    </nav>
  )
}
