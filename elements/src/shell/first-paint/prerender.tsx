import type { RoutePath } from '@customer-center/contract/routes'
import { hasHostToken } from '../../client/first-identity.ts'
import type { Profile } from '../../client/profile.ts'
import { createText } from '../../texts/read-texts.ts'
import { createContainer } from '../../theme/sheet.ts'
import { basePath, matchRoute, offeredRoutes, hasTiles } from '../routing/routes.ts'
import type { BootData, Prerendered } from './boot-state.ts'
import { MenuView } from './menu-view.tsx'
import { OverviewView } from './overview-view.tsx'
import { renderView } from './render-view.ts'
import { LayoutView, ContentView, ShellView, ProviderLinksView } from './shell-view.tsx'

/**
 * Draws menu and tiles for the person who is logged in, if the path leads to an overview. When React, which is ten
 * times as large as this code, is loaded, it hydrates them.
 */
export function prerenderOverview(
  root: ShadowRoot,
  { config, texts, settings, router }: BootData,
  profile: Profile
): Prerendered | null {
  // The address names an event, whose dossier takes the place of the overview.
  if (!texts || /[?&]event=/.test(location.hash)) return null
  const { route, forbidden } = matchRoute(router.path(), profile.right, config)
  if (!hasTiles(route)) return null
  const base = basePath(config, settings.language)
  // React replaces a forbidden path, and has to know of it.
  if (!forbidden) router.replace(base + route)
  const path = router.path()
  const context = {
    text: createText(texts, config.showTextIDs, settings.texts),
    config,
    hideLogout: settings.hideLogout && hasHostToken(settings),
    linkTo: (target: RoutePath) => router.linkTo(base + target)
  }
  const routes = offeredRoutes(profile.right, config)
  const container = createContainer(root)
  container.append(
    renderView(
      <ShellView>
        <ContentView covered={false}>
          <LayoutView {...{ context, profile, route, routes, forbidden }} menu={MenuView}>
            <OverviewView {...{ context, route, routes }} />
            {/* `FocusOnNavigate` */}
            <span hidden />
          </LayoutView>
        </ContentView>
        <ProviderLinksView {...context} />
      </ShellView>
    )
  )
  const clicks = recordClicks(container)
  return {
    container,
    painted: nextPaint(),
    isCurrent: (now) => now === profile && router.path() === path,
    ...clicks
  }
}

function recordClicks(container: HTMLElement): Pick<Prerendered, 'linkFollowed' | 'detach'> {
  const pressed: HTMLButtonElement[] = []
  let followed = false
  const record = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    const button = target.closest('button')
    if (button) pressed.push(button)
    if (target.closest('a')) followed = true
  }
  container.addEventListener('click', record)
  return {
    linkFollowed: () => followed,
    detach() {
      container.removeEventListener('click', record)
      return pressed
    }
  }
}

/**
 * Resolves in the second frame from now, when the first one is on its way to the screen. A page in the background
 * paints none.
 */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve()
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
    setTimeout(resolve, 300)
  })
}
