import type { Route, RoutePath } from '@customer-center/contract/routes'
import type { Ref } from 'react'
import { Button } from '../parts/button.tsx'
import { addStyles } from '../theme/sheet.ts'
import css from './menu.css?inline'
import { MenuItem } from './menu-item.tsx'
import { sectionOf } from './routes.ts'
import type { ViewContext } from './view.ts'

addStyles(css)

/** Ids count in the shadow root alone, which holds one menu. */
const bodyId = 'menu-body'

export interface MenuViewProps {
  context: ViewContext
  /** What is offered, in its order. */
  routes: readonly Route[]
  /** The item that is marked. */
  place: RoutePath
  user: string
  /** On a phone. */
  open?: boolean
  nav?: Ref<HTMLElement>
  onToggle?: () => void
  onChoose?: () => void
  onLogOut?: () => void
}

/** The way to all screens. */
export function MenuView({ context, routes, place, user, open = false, nav, ...on }: MenuViewProps) {
  const { text } = context
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
          <MenuItem context={context} route="overview" place={place} onChoose={on.onChoose} />
          {top.map((route) => (
            <MenuItem
              key={route}
              context={context}
              route={route}
              place={place}
              below={routes.filter((other) => sectionOf(other) === route)}
              onChoose={on.onChoose}
            />
          ))}
        </ul>
        <div className="kc-menu-user">
          <p>{text('menu.user', { user })}</p>
          <Button kind="quiet" onClick={on.onLogOut}>
            {text('menu.logout')}
          </Button>
        </div>
      </div>
    </nav>
  )
}
