import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useAppContext } from '../../context/app-context.ts'
import { Button } from '../../parts/button.tsx'
import { Hyphenated } from '../../parts/hyphenated.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useText } from '../../texts/texts.ts'
import type { MenuViewProps } from '../first-paint/menu-view.tsx'
import { sectionOf } from '../routing/routes.ts'
import { SearchButton } from '../search/search-button.tsx'

interface MenuBarProps extends Pick<MenuViewProps, 'context' | 'current' | 'title'> {
  nav: RefObject<HTMLElement | null>
}

/**
 * Renders the bar of a phone before its button: the way back from a form, the screen's heading, while it is out of sight
 * the screen's filled button, and the search.
 */
export function MenuBar({ nav, context: { linkTo }, current, title }: MenuBarProps) {
  const text = useText()
  const { router } = useAppContext()
  const isDetail = useSyncExternalStore(router.subscribe, router.detail) !== null
  const section = sectionOf(current)
  const link = section && linkTo(section)
  const { heading, action, label } = useScreenHead(nav)
  const back = text('menu.back')
  return (
    <>
      {isDetail && (
        <Button kind="plain" aria-label={back} onClick={() => router.leaveDetail()}>
          <Icon name="back" />
        </Button>
      )}
      {!isDetail && link && (
        <a href={link.href} data-path={link.path} aria-label={back}>
          <Icon name="back" />
        </a>
      )}
      {/* Heading and button themselves are read and reached in their place. A heading of more lines, or beside the way back,
      is another one: it has not moved. */}
      <span key={[isDetail, section, heading || title].join()} aria-hidden="true">
        <Hyphenated>{heading || title}</Hyphenated>
      </span>
      {action && (
        <Button kind="plain" aria-hidden="true" tabIndex={-1} onClick={() => action.click()}>
          {label}
        </Button>
      )}
      <SearchButton />
    </>
  )
}

interface ScreenHead {
  /** The screen's heading; empty while the screen is loading. */
  readonly heading: string
  /** The filled button; missing while it is in sight, or has nothing to do. */
  readonly action?: HTMLElement | undefined
  /** The words of the button. */
  readonly label: string
}

/** Returns the screen's heading, and its filled button while that is out of sight. */
function useScreenHead(nav: RefObject<HTMLElement | null>): ScreenHead {
  const [heading, setHeading] = useState('')
  const [action, setAction] = useState<HTMLElement>()
  const [label, setLabel] = useState('')
  useLayoutEffect(() => {
    const bar = nav.current
    const main = bar?.parentElement?.querySelector('.kc-main')
    if (!bar || !main) return undefined
    // An element that has just left the page has no style, and `top` is empty there.
    const top = Number.parseFloat(getComputedStyle(bar).top) || 0
    const seen = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          setAction(isIntersecting ? undefined : (target as HTMLElement))
      },
      { rootMargin: `${-top - bar.offsetHeight}px 0px 0px` }
    )
    let watched: Element | null = null
    const watch = () => {
      setHeading(main.querySelector('h1')?.textContent ?? '')
      const now = main.querySelector('.kc-primary:enabled:is([aria-busy], :not([aria-disabled]))')
      setLabel(now?.textContent ?? '')
      if (now === watched) return
      watched = now
      seen.disconnect()
      setAction(undefined)
      if (now) seen.observe(now)
    }
    const changes = new MutationObserver(watch)
    changes.observe(main, {
      childList: true,
      subtree: true,
      characterData: true,
      attributeFilter: ['disabled', 'aria-disabled']
    })
    watch()
    return () => {
      changes.disconnect()
      seen.disconnect()
    }
  }, [nav])
  return { heading, action, label }
}
