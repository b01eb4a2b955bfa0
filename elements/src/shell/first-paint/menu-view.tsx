import type { ComponentProps, MouseEvent, ReactNode, Ref } from 'react'
import type { RouteName, RoutePath } from '@customer-center/contract/routes'
import { sectionOf } from '../routing/routes.ts'
import type { ViewContext } from './render-view.ts'
import '../../parts/button.css'
import './menu.css'

/**
 * Name of the open part of the menu: all of it on a phone; in the row, the items of a section, the items that have no
 * room, or the person and the way out.
 */
export type OpenPart = RouteName | 'all' | 'more' | 'user'

interface MenuItemViewProps extends Pick<
  MenuViewProps,
  'context' | 'current' | 'opened' | 'chevron' | 'onChoose' | 'onOpen'
> {
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
        {image && <img src={image} part="icon" alt="" />}
        <span>{text(`menu.${route}`)}</span>
        {isSection && menu.chevron}
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

/** Id of the menu's body. It is unique in the shadow root, which holds one menu. */
const bodyId = 'menu-body'

export interface MenuViewProps {
  context: ViewContext
  /** The offered routes, in the provider's order. */
  routes: readonly RouteName[]
  /** The route of the marked item. */
  current: RoutePath
  user: string
  /** The screen's name, for the bar of a phone. */
  title: string
  opened?: OpenPart | null
  nav?: Ref<HTMLElement>
  /** The content of a phone's bar before its button; the title if missing. */
  bar?: ReactNode
  /** The head of a phone's sheet. */
  head?: ReactNode
  /** The items that have no room in the row, behind it. */
  more?: ReactNode
  /** Icon that shows whether the item's part of the menu is open. */
  chevron?: ReactNode
  /** Opens a part of the menu or closes it; missing where the items of a section need not be opened. */
  onOpen?: ((part: OpenPart, event: MouseEvent) => void) | undefined
  onToggle?: (part: OpenPart) => void
  onChoose?: (() => void) | undefined
  onLogOut?: () => void
}

/**
 * Returns the routes outside of sections. If the route of a section is not offered, its items are shown outside of it.
 */
export const topRoutes = (routes: readonly RouteName[]): RoutePath[] => [
  'overview',
  ...routes.filter((route) => !routes.includes(sectionOf(route) as RouteName))
]

/** Renders a plain `Button` without the states that no button of the menu has: the first view waits for each byte. */
const PlainButton = (props: ComponentProps<'button'>) => (
  <button type="button" {...props} className="kc-button kc-plain" part="button button-plain" />
)

/**
 * Renders links to all screens: at the side, in a row or, on a phone, behind a button, depending on the element's
 * width.
 */
export function MenuView({ routes, user, title, nav, bar, head, more, onToggle, onLogOut, ...menu }: MenuViewProps) {
  const { context, opened } = menu
  const { text, hideLogout } = context
  const isOpen = opened === 'all'
  // The initials are the first letters of the words before the @. The name of the button has to contain its visible
  // text.
  const initials = user
    .replace(/@.*|\B.|\W/g, '')
    .slice(0, 2)
    .toUpperCase()
  return (
    <nav ref={nav} className="kc-menu" part="menu" aria-label={text('menu.label')}>
      <div className="kc-menu-bar">
        {/* The heading itself is in its place, where it is read. */}
        {bar || <span aria-hidden="true">{title}</span>}
        <PlainButton aria-expanded={isOpen} aria-controls={bodyId} onClick={() => onToggle?.('all')}>
          {text('menu.label')}
        </PlainButton>
      </div>
      <div id={bodyId} className={isOpen ? 'kc-menu-body kc-open' : 'kc-menu-body'}>
        {head}
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
          <PlainButton
            aria-label={`${initials} ${user}`}
            aria-expanded={opened === 'user'}
            onClick={() => onToggle?.('user')}
          >
            {initials}
            {menu.chevron}
          </PlainButton>
          <div className={opened === 'user' ? 'kc-open' : undefined}>
            <p title={user}>
              <span>{text('menu.user', { user: '' })}</span>
              {user}
            </p>
            {!hideLogout && <PlainButton onClick={onLogOut}>{text('menu.logout')}</PlainButton>}
          </div>
        </div>
      </div>
    </nav>
  )
}
