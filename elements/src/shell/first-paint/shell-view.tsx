import type { ReactNode, Ref } from 'react'
import type { RouteName, RoutePath } from '@customer-center/contract/routes'
import { linkNames } from '@customer-center/contract/runtime-config'
import type { Profile } from '../../client/profile.ts'
import { absoluteUrl } from '../../lib/absolute-url.ts'
import { Notice } from '../../parts/notice.tsx'
import type { MenuViewProps } from './menu-view.tsx'
import type { ViewContext } from './render-view.ts'
import './shell.css'

/** Renders the element's outermost box. */
export function ShellView({ children }: { children: ReactNode }) {
  return (
    <div className="kc-shell" part="shell">
      {children}
    </div>
  )
}

/** Renders the part that only a person who is logged in sees; `covered` while a form covers that part. */
export function ContentView({ covered, children }: { covered: boolean; children: ReactNode }) {
  return (
    <div className="kc-content" inert={covered}>
      {children}
    </div>
  )
}

interface LayoutViewProps {
  context: ViewContext
  profile: Profile
  route: RoutePath
  /** The offered routes, in the provider's order. */
  routes: readonly RouteName[]
  /** Whether the person may not open the path that was requested. */
  forbidden: boolean
  /** {@link MenuView}, or the component that makes it interactive. */
  menu: (props: Pick<MenuViewProps, 'context' | 'routes' | 'current' | 'user' | 'title'>) => ReactNode
  main?: Ref<HTMLDivElement>
  onSkip?: () => void
  /** The screen. */
  children: ReactNode
}

/** Renders menu and screen, and the skip link for keyboard users. */
export function LayoutView(props: LayoutViewProps) {
  const { context, profile, route, routes, forbidden, menu: Menu, main, onSkip, children } = props
  const { text } = context
  const hasNoRight = profile.right === 'none'
  return (
    <>
      <button type="button" className="kc-skip kc-hidden" onClick={onSkip}>
        {text('center.skip')}
      </button>
      <Menu
        {...{ context, routes }}
        current={hasNoRight ? 'mydata' : route}
        user={profile.emailAddress}
        title={text(`menu.${route}`)}
      />
      {/* There is no main landmark: the host's page has its own, and may embed two elements. */}
      <div ref={main} className="kc-main" part="main" tabIndex={-1}>
        {route === 'overview' && (forbidden || hasNoRight) && (
          <Notice tone="warning">{text('overview.forbidden')}</Notice>
        )}
        {children}
      </div>
    </>
  )
}

/**
 * Renders links to the provider's own pages, at the foot of the element. Leaves out an address that is not one of the
 * web.
 */
export function ProviderLinksView({ text, config: { links } }: Pick<ViewContext, 'text' | 'config'>) {
  const shown = linkNames.flatMap((name) => {
    const address = links[name] && absoluteUrl(links[name], document.baseURI)
    return address && /^https?:/.test(address) ? { name, address } : []
  })
  if (shown.length === 0) return null
  return (
    <nav className="kc-provider-links" part="links" aria-label={text('links.heading')}>
      <ul>
        {shown.map(({ name, address }) => (
          <li key={name}>
            <a href={address}>{text(`links.${name}`)}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
