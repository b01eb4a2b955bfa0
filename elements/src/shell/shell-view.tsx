import type { Route, RoutePath } from '@customer-center/contract/routes'
import type { ReactNode, Ref } from 'react'
import type { Profile } from '../client/profile.ts'
import { Notice } from '../parts/notice.tsx'
import { addStyles } from '../theme/sheet.ts'
import type { MenuViewProps } from './menu-view.tsx'
import css from './shell.css?inline'
import type { ViewContext } from './view.ts'

addStyles(css)

/** The element's frame. */
export function ShellView({ children }: { children: ReactNode }) {
  return (
    <div className="kc-shell" part="shell">
      {children}
    </div>
  )
}

/** What only somebody who is logged in sees; `covered` while a form lies over it. */
export function ContentView({ covered, children }: { covered: boolean; children: ReactNode }) {
  return (
    <div className="kc-content" inert={covered}>
      {children}
    </div>
  )
}

interface InsideViewProps {
  context: ViewContext
  profile: Profile
  place: RoutePath
  /** What is offered, in its order. */
  routes: readonly Route[]
  /** The path that was asked for is not open to this person. */
  refused: boolean
  /** {@link MenuView}, or what makes it work. */
  menu: (props: Pick<MenuViewProps, 'context' | 'routes' | 'place' | 'user'>) => ReactNode
  main?: Ref<HTMLDivElement>
  onSkip?: () => void
  /** The screen. */
  children: ReactNode
}

/** Menu and screen, and the way past the menu for whoever goes by keyboard. */
export function InsideView(props: InsideViewProps) {
  const { context, profile, place, routes, refused, menu: Menu, main, onSkip, children } = props
  const { text } = context
  const nothing = profile.right === 'none'
  return (
    <>
      <button type="button" className="kc-skip kc-hidden" onClick={onSkip}>
        {text('center.skip')}
      </button>
      <Menu context={context} routes={routes} place={nothing ? 'mydata' : place} user={profile.emailAddress} />
      {/* No main landmark: the host's page has its own, around us, and may embed two of us. */}
      <div ref={main} className="kc-main" part="main" tabIndex={-1}>
        {place === 'overview' && (refused || nothing) && <Notice tone="warning">{text('overview.forbidden')}</Notice>}
        {children}
      </div>
    </>
  )
}
