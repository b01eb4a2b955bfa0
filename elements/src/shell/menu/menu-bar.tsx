import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { useAppContext } from '../../context/app-context.ts'
import type { MenuViewProps } from '../../first-paint/menu-view.tsx'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { sectionOf } from '../../routing/routes.ts'

interface MenuBarProps extends Pick<MenuViewProps, 'context' | 'current'> {
  nav: RefObject<HTMLElement | null>
}

/**
 * Renders the bar of a phone behind its button: the way back from a form and, as soon as they are out of sight, the heading of the
 * screen and its filled button, of which a screen has one.
 */
export function MenuBar({ nav, context: { text, linkTo }, current }: MenuBarProps) {
  const { router } = useAppContext()
  const isDetail = useSyncExternalStore(router.subscribe, router.showsDetail)
  const section = sectionOf(current)
  const link = section && linkTo(section)
  const { heading, action } = useOutOfSight(nav)
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
      {/* Heading and button themselves are read and reached in their place. */}
      <span aria-hidden="true">{heading?.textContent}</span>
      {action && (
        <Button kind="plain" aria-hidden="true" tabIndex={-1} onClick={() => action.click()}>
          {action.textContent}
        </Button>
      )}
    </>
  )
}

interface OutOfSight {
  readonly heading?: Element | undefined
  readonly action?: HTMLElement | undefined
}

/** Returns the screen's heading and its filled button while they are out of sight. */
function useOutOfSight(nav: RefObject<HTMLElement | null>): OutOfSight {
  const [hidden, setHidden] = useState<OutOfSight>({})
  useEffect(() => {
    const bar = nav.current
    const main = bar?.parentElement?.querySelector('.kc-main')
    if (!bar || !main) return undefined
    // An element that has just left the page has no style: `top` is empty there.
    const top = Number.parseFloat(getComputedStyle(bar).top) || 0
    const seen = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const found = isIntersecting ? undefined : (target as HTMLElement)
          setHidden((before) => ({ ...before, [target.localName === 'h1' ? 'heading' : 'action']: found }))
        }
      },
      { rootMargin: `${-top - bar.offsetHeight}px 0px 0px` }
    )
    let watched: (Element | null)[] = []
    const watch = () => {
      const now = [main.querySelector('h1'), main.querySelector('.kc-primary:enabled')]
      if (now.every((one, index) => one === watched[index])) return
      watched = now
      seen.disconnect()
      setHidden({})
      for (const one of now) if (one) seen.observe(one)
    }
    const changes = new MutationObserver(watch)
    changes.observe(main, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    watch()
    return () => {
      changes.disconnect()
      seen.disconnect()
    }
  }, [nav])
  return hidden
}
