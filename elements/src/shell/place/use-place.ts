import { type RefObject, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useAppContext } from '../../context/app-context.ts'
import type { EntryMemory, Router } from '../../context/router.ts'
import { offsetOf, scrollerOf } from '../../lib/scroller.ts'
import { focusHeading } from '../../parts/focus-heading.ts'

/** The place in the page where an entry of the history was left. */
interface Place {
  readonly offset: number
  /** The height of the screen, without which the page may be too short for the offset. */
  readonly height: number
}

const placeKey = 'place'

/** Tells whether somebody comes back to the current entry: its place is then restored. */
export const isReturn = (router: Router): boolean => router.memory().has(placeKey)

/**
 * Keeps a person's place in the page: the way back and forward leads to where each entry was left. Until the content of
 * another screen is there, the element stays as high as it was; from then on it reaches to the end of the window, so
 * that nothing below it moves while somebody looks.
 */
export function usePlace(main: RefObject<HTMLElement | null>): void {
  const { router } = useAppContext()
  const memory = useSyncExternalStore(router.subscribe, router.memory, router.memory)
  const [keeper] = useState(() => new PlaceKeeper(router))
  useLayoutEffect(() => (main.current ? keeper.attach(main.current) : undefined), [keeper, main])
  // The effects of the screen, which move the focus, run before this one.
  useEffect(() => keeper.arrive(memory), [keeper, memory])
}

class PlaceKeeper {
  readonly #router: Router
  #main: HTMLElement | null = null
  /** The memory of the entry that is shown; null on the way to another one. */
  #shown: EntryMemory | null
  /** The screen, or its detail, that was entered last. */
  #screen: string

  constructor(router: Router) {
    this.#router = router
    this.#shown = router.memory()
    this.#screen = screenOf(router)
  }

  /** Takes the box of the screens. */
  attach(main: HTMLElement): () => void {
    const isBack = this.#main === main
    this.#main = main
    if (this.#shown) this.#shown = this.#router.memory()
    const ended = new AbortController()
    const { signal } = ended
    for (let root: Node | null = main; root; root = root instanceof ShadowRoot ? root.host : null) {
      root = root.getRootNode()
      root.addEventListener('scroll', () => main.isConnected && this.#router.memory() === this.#shown && this.#save(), {
        signal,
        capture: true,
        passive: true
      })
    }
    // A person who followed a tile before this code was loaded is still on the way.
    if (main.querySelector('.kc-skeleton')) this.#keepHeight(main)
    else {
      // The page has taken the element out, and put it back.
      if (isBack && this.#shown) restore(main, this.#shown)
      this.#save()
    }
    // React renders the new screen after this.
    const unsubscribe = this.#router.subscribe(() => this.#leave())
    return () => {
      ended.abort()
      unsubscribe()
    }
  }

  /** Waits until the content of the entry's screen is there; the returned function stops waiting. */
  arrive(memory: EntryMemory): (() => void) | undefined {
    const main = this.#main
    if (this.#shown || !main) return undefined
    const finish = () => {
      if (main.querySelector('.kc-skeleton')) return
      observer.disconnect()
      main.style.minBlockSize = `${spaceBelow(main)}px`
      restore(main, memory)
      this.#shown = memory
      this.#save()
    }
    const observer = new MutationObserver(finish)
    observer.observe(main, { childList: true, subtree: true })
    finish()
    return () => observer.disconnect()
  }

  #leave(): void {
    const main = this.#main
    const next = this.#router.memory()
    if (!main || next === this.#shown) return
    // On the way to a new entry the page has not moved yet; on the way to a known one the browser scrolls before.
    if (next.size === 0) this.#save()
    const screen = screenOf(this.#router)
    // While a focused node is removed, Chromium lays out the rest, and React then reads where each box is scrolled.
    // Chromium also lays out before a node loses the focus: the height is set afterwards.
    if (screen !== this.#screen) main.querySelector<HTMLElement>(':focus')?.blur()
    this.#screen = screen
    this.#keepHeight(main, next.get(placeKey) as Place | undefined)
  }

  /**
   * Keeps the element as high as it is now, or as it was at the place, until the content of the next screen is there.
   */
  #keepHeight(main: HTMLElement, place?: Place): void {
    this.#shown = null
    main.style.minBlockSize = `${Math.max(main.offsetHeight, spaceBelow(main), place?.height ?? 0)}px`
  }

  #save(): void {
    const main = this.#main
    if (!main) return
    const place: Place = { offset: offsetOf(scrollerOf(main)), height: main.offsetHeight }
    this.#shown?.set(placeKey, place)
  }
}

/** Names the view of an entry; two entries of one screen may differ in its filter alone. */
const screenOf = (router: Router): string => [router.path(), router.detail()].join('?')

function restore(main: HTMLElement, memory: EntryMemory): void {
  const place = memory.get(placeKey) as Place | undefined
  if (!place) return
  const scroller = scrollerOf(main)
  // A person who was below the element, in the page around it, gets to see the heading.
  const { bottom } = main.getBoundingClientRect()
  const moved = place.offset - offsetOf(scroller)
  if (bottom - moved > 0) scroller.scrollTo({ top: place.offset, behavior: 'instant' })
  else focusHeading(main)
}

/** Returns the height with which a screen reaches to the end of the window, if the element begins in the window. */
function spaceBelow(main: HTMLElement): number {
  const shell = main.closest('.kc-shell') ?? main
  const { top } = shell.getBoundingClientRect()
  const above = main.getBoundingClientRect().top - top
  return Math.max(0, innerHeight - above - Math.max(top, 0))
}
