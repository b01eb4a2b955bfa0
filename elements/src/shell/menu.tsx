import { useEffect, useRef, useState } from 'react'
import { useAppContext } from '../context/app-context.ts'
import { MenuView, type MenuViewProps } from './menu-view.tsx'
import { router } from './router.ts'

/** The menu at work; on a phone it opens at a button. */
export function Menu(props: Pick<MenuViewProps, 'context' | 'routes' | 'place' | 'user'>) {
  const { base, session } = useAppContext()
  const [open, setOpen] = useState(false)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = nav.current
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [])

  // Whichever way another place was reached, the menu must not lie over it.
  useEffect(() => router.subscribe(() => setOpen(false)), [])

  async function logOut() {
    if (!(await router.guards.mayLeave())) return
    router.settle(`${base}overview`)
    session.end({ revoke: true })
  }

  return (
    <MenuView
      {...props}
      open={open}
      nav={nav}
      onToggle={() => setOpen(!open)}
      onChoose={() => setOpen(false)}
      onLogOut={() => void logOut()}
    />
  )
}
