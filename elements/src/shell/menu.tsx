import type { Route } from '@customer-center/contract/routes'
import { useEffect, useId, useRef, useState } from 'react'
import { type Place, useCenter } from '../client/center.ts'
import { Button } from '../parts/button.tsx'
import { useText } from '../texts/texts.ts'
import { addStyles } from '../theme/sheet.ts'
import css from './menu.css?inline'
import { MenuItem } from './menu-item.tsx'
import { router } from './router.ts'
import { sectionOf } from './routes.ts'

addStyles(css)

interface MenuProps {
  /** What is offered, in its order. */
  routes: readonly Route[]
  /** The item that is marked. */
  place: Place
  user: string
}

/** The way to all screens; on a phone it opens at a button. */
export function Menu({ routes, place, user }: MenuProps) {
  const text = useText()
  const { base, session } = useCenter()
  const [open, setOpen] = useState(false)
  const id = useId()
  const close = () => setOpen(false)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = nav.current
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [])
  const top = routes.filter((route) => !routes.includes(sectionOf(route) as Route))

  async function logOut() {
    if (!(await router.guards.mayLeave())) return
    router.settle(`${base}overview`)
    session.end({ revoke: true })
  }

  return (
    <nav ref={nav} className="kc-menu" part="menu" aria-label={text('menu.label')}>
      <div className="kc-menu-toggle">
        <Button kind="plain" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {text('menu.label')}
        </Button>
      </div>
      <div id={id} className={open ? 'kc-menu-body kc-open' : 'kc-menu-body'}>
        <ul>
          <MenuItem route="overview" place={place} onChoose={close} />
          {top.map((route) => (
            <MenuItem
              key={route}
              route={route}
              place={place}
              below={routes.filter((other) => sectionOf(other) === route)}
              onChoose={close}
            />
          ))}
        </ul>
        <div className="kc-menu-user">
          <p>{text('menu.user', { user })}</p>
          <Button kind="quiet" onClick={() => void logOut()}>
            {text('menu.logout')}
          </Button>
        </div>
      </div>
    </nav>
  )
}
