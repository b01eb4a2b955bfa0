import type { Route, RoutePath } from '@customer-center/contract/routes'
import type { Ref } from 'react'
import { Button } from '../parts/button.tsx'
import { sectionOf } from '../routing/routes.ts'
import { addStyles } from '../theme/sheet.ts'
import css from './menu.css?inline'
import { MenuItemView } from './menu-item-view.tsx'
import type { ViewContext } from './view-context.ts'

addStyles(css)

/** Unique in the shadow root, which holds one menu. */
const bodyId = 'menu-body'

export interface MenuViewProps {
  context: ViewContext
  /** What is offered, in the provider's order. */
  routes: readonly Route[]
  /** The route whose item is marked. */
  current: RoutePath
  user: string
  /** On a phone. */
  open?: boolean
  nav?: Ref<HTMLElement>
  onToggle?: () => void
  onChoose?: () => void
  onLogOut?: () => void
}

/** Links to all screens. */
export function MenuView({ context, routes, current, user, open = false, nav, ...on }: MenuViewProps) {
  const { text, hideLogout } = context
  const top = routes.filter((route) => !routes.includes(sectionOf(route) as Route))
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
