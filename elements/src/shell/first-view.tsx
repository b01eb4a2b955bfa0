import type { Profile } from '../client/profile.ts'
import { textsOf } from '../texts/texts-of.ts'
import { rootClass, sheet } from '../theme/sheet.ts'
import { elementOf } from './element-of.ts'
import { MenuView } from './menu-view.tsx'
import { Overview } from './overview.tsx'
import { router } from './router.ts'
import { basePath, find, hasTiles, offered } from './routes.ts'
import { ContentView, InsideView, ShellView } from './shell-view.tsx'
import type { Beginning, Entry } from './start.ts'

/** An overview that stands in the element before React is here. */
export interface FirstView {
  readonly box: HTMLElement
  /** Settles when it has been seen, so that nothing comes before its first frame. */
  readonly seen: Promise<void>
  /** Whether it still shows what the element has to show. */
  readonly fits: () => boolean
  /** Whether one of its links was followed: what comes next is a screen that somebody has asked for. */
  readonly followed: () => boolean
  /** Ends its own work; returns the buttons that were pressed, in their order. Links work without anybody's help. */
  readonly end: () => readonly HTMLButtonElement[]
}

/** The box that ends the host's inherited styles, and the only child of the shadow root. */
export function boxIn(root: ShadowRoot): HTMLElement {
  const box = document.createElement('div')
  box.className = rootClass
  // All texts are Austrian German, whatever the page around speaks: for voices and for hyphens.
  box.lang = 'de-AT'
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren(box)
  return box
}

/**
 * Shows menu and tiles to whoever is logged in, if that is where the path leads; else nothing. React, which is ten times as large as
 * this, takes them over when it is here.
 */
export function showFirst(
  root: ShadowRoot,
  { config, texts, settings, entry }: Beginning,
  life: AbortSignal
): FirstView | null {
  const { session } = entry
  const profile = personOf(session)
  if (!profile) return null
  const { place, forbidden } = find(router.path(), profile.right, config)
  if (!hasTiles(place)) return null
  // The browser's entries are numbered from the first link that somebody can follow.
  life.addEventListener(
    'abort',
    router.subscribe(() => undefined)
  )
  const base = basePath(config, settings.language)
  // What is refused is written over by React, which still has to tell that it was.
  if (!forbidden) router.settle(base + place)
  const path = router.path()
  const context = { text: textsOf(texts, config.showTextIDs), config, base }
  const routes = offered(profile.right, config)
  const box = boxIn(root)
  box.append(
    elementOf(
      <ShellView>
        <ContentView covered={false}>
          <InsideView {...{ context, profile, place, routes }} refused={forbidden} menu={MenuView}>
            <Overview {...{ context, place, routes }} />
            {/* `Arrival` */}
            <span hidden />
          </InsideView>
        </ContentView>
      </ShellView>
    )
  )
  const pressed: HTMLButtonElement[] = []
  let followed = false
  const press = ({ target }: Event) => {
    const button = target instanceof Element && target.closest('button')
    if (button) pressed.push(button)
    if (target instanceof Element && target.closest('a')) followed = true
  }
  box.addEventListener('click', press)
  const end = () => {
    box.removeEventListener('click', press)
    return pressed
  }
  return {
    box,
    seen: shown(),
    end,
    followed: () => followed,
    fits: () => personOf(session) === profile && router.path() === path
  }
}

/** After the frame behind the next one, the next one is on its way to the screen; a page in the background draws none. */
function shown(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve()
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
    setTimeout(resolve, 300)
  })
}

/** Who has to be shown something by the session as it is now. */
function personOf({ view, profile }: Entry['session']): Profile | null {
  const { state, newPassword } = view()
  return state === 'in' && !newPassword ? profile : null
}
