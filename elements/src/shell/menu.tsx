import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { useAppContext } from '../context/app-context.ts'
import { MenuView, type MenuViewProps } from '../first-paint/menu-view.tsx'
import { guards } from '../routing/navigation-guards.ts'
import { addStyles } from '../theme/sheet.ts'
import css from './sticky-menu.css?inline'

addStyles(css)

/** Called when one of the menu's links is chosen, also the one of the current screen. */
export const MenuChosenContext = createContext<() => void>(() => undefined)

/** The menu with its state; on a phone a button opens it. */
export function Menu(props: Pick<MenuViewProps, 'context' | 'routes' | 'current' | 'user'>) {
  const { base, router, session } = useAppContext()
  const menuChosen = useContext(MenuChosenContext)
  const [open, setOpen] = useState(false)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = nav.current
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [])

  // The menu must not cover a new screen, however that was reached.
  useEffect(() => router.subscribe(() => setOpen(false)), [router])

  async function logOut() {
    if (!(await guards.mayLeave())) return
    router.replace(`${base}overview`)
    session.end({ revoke: true })
  }

  return (
    <MenuView
      {...props}
      open={open}
      nav={nav}
      onToggle={() => setOpen(!open)}
      onChoose={() => {
        setOpen(false)
        menuChosen()
      }}
      onLogOut={() => void logOut()}
    />
  )
}
