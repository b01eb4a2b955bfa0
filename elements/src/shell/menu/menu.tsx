import {
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  createContext,
  useContext,
  useState
} from 'react'
import { createPortal } from 'react-dom'
import type { RouteName } from '@customer-center/contract/routes'
import { useAppContext } from '../../context/app-context.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { lazyWithRetry } from '../../parts/lazy-module.ts'
import { useText } from '../../texts/texts.ts'
import { MenuItemView, MenuView, type MenuViewProps, type OpenPart, topRoutes } from '../first-paint/menu-view.tsx'
import { pageGuards } from '../routing/navigation-guards.ts'
import { sectionOf } from '../routing/routes.ts'
import { MenuBar } from './menu-bar.tsx'
import './menu.css'

/** Called when somebody chooses a link of the menu, including the link of the current screen. */
export const MenuChosenContext = createContext<() => void>(() => undefined)

const switchCode = lazyWithRetry(() => import('./person-switch.tsx'))

/** Renders the menu with its state: the parts that are open, and the items that have room in its row. */
export function Menu(props: Pick<MenuViewProps, 'context' | 'routes' | 'current' | 'user' | 'title'>) {
  const { context, routes, current, title } = props
  const { base, router, session } = useAppContext()
  const menuChosen = useContext(MenuChosenContext)
  const [opened, setOpened] = useState<OpenPart | null>(null)
  const nav = useRef<HTMLElement>(null)
  const { layout, room } = useLayout(nav, routes)
  const close = useTopLayer(nav, opened, setOpened)
  const [switchPlace, setSwitchPlace] = useState<Element | null>(null)
  const [PersonSwitch] = useState(switchCode)
  const { development } = context.config
  useEffect(() => {
    if (development) setSwitchPlace(nav.current?.querySelector('.kc-menu-user > div') ?? null)
  }, [development])

  // The menu must not cover a new screen, however the person got there.
  useEffect(() => router.subscribe(close), [router, close])
  // In each layout of the menu other parts can be open.
  useEffect(close, [layout, close])

  const inRow = layout === 'row'
  const toggle = (part: OpenPart) => (opened === part ? close() : setOpened(part))
  const onChoose = () => {
    close()
    menuChosen()
  }
  const hidden = inRow ? topRoutes(routes).slice(room) : []

  async function logOut() {
    if (!(await pageGuards.mayLeave())) return
    router.replace(`${base}overview`)
    session.end({ revoke: true })
  }

  return (
    <>
      <MenuView
        {...props}
        opened={opened}
        nav={nav}
        bar={layout === 'bar' && <MenuBar {...{ nav, context, current, title }} />}
        head={opened === 'all' && <SheetHead onClose={close} />}
        chevron={inRow && <Icon name="chevron" />}
        more={
          hidden.length > 0 && (
            <MoreItems
              {...{ context, routes, current, hidden, onChoose }}
              isOpen={opened === 'more'}
              onToggle={() => toggle('more')}
            />
          )
        }
        onOpen={
          inRow
            ? (part, event) => {
                event.preventDefault()
                toggle(part)
              }
            : undefined
        }
        onToggle={toggle}
        onChoose={onChoose}
        onLogOut={() => void logOut()}
      />
      {switchPlace && <Suspense>{createPortal(<PersonSwitch />, switchPlace)}</Suspense>}
    </>
  )
}

/** Renders the head of a phone's sheet, with the button that closes the sheet. */
function SheetHead({ onClose }: { onClose: () => void }) {
  const text = useText()
  return (
    <div className="kc-menu-head">
      <span aria-hidden="true">{text('menu.label')}</span>
      <Button kind="plain" aria-label={text('save.close')} onClick={onClose}>
        <Icon name="close" />
      </Button>
    </div>
  )
}

interface MoreItemsProps extends Pick<MenuViewProps, 'context' | 'routes' | 'current'> {
  /** The items that have no room in the row. */
  hidden: ReturnType<typeof topRoutes>
  isOpen: boolean
  onToggle: () => void
  onChoose: () => void
}

function MoreItems({ context, routes, current, hidden, isOpen, onToggle, onChoose }: MoreItemsProps) {
  const { text } = context
  const more = text('menu.more')
  const shown = hidden.find((route) => route === current || route === sectionOf(current))
  return (
    <div className="kc-menu-more">
      <Button
        kind="plain"
        aria-label={shown && `${more}: ${text(`menu.${shown}`)}`}
        aria-current={shown && 'true'}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        {shown ? text(`menu.${shown}`) : more}
        <Icon name="chevron" />
      </Button>
      {isOpen && (
        <ul className="kc-open">
          {hidden.map((route) => (
            <MenuItemView
              key={route}
              {...{ context, route, current, onChoose }}
              subroutes={routes.filter((other) => sectionOf(other) === route)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

interface Layout {
  /** The layout for the element's width, which the style sheet chooses. */
  readonly layout: string
  /** The number of items that have room in the row. */
  readonly room: number
}

function useLayout(nav: RefObject<HTMLElement | null>, routes: readonly RouteName[]): Layout {
  // The first paint draws the menu at the side, which most people see: React keeps it, so that it is not drawn twice.
  const [state, setState] = useState<Layout>(() => ({ layout: 'side', room: topRoutes(routes).length }))
  useLayoutEffect(() => {
    const element = nav.current
    if (!element) return undefined
    const measure = () => {
      const layout = getComputedStyle(element).getPropertyValue('--_layout').trim()
      const items = [...element.querySelectorAll<HTMLElement>('.kc-menu-body > ul > li')]
      const inFirstRow = items.filter(({ offsetTop }) => offsetTop === items[0]?.offsetTop)
      const room = layout === 'row' ? inFirstRow.length : topRoutes(routes).length
      items.forEach((item, index) => item.classList.toggle('kc-no-room', index >= room))
      setState((before) => (before.layout === layout && before.room === room ? before : { layout, room }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    // The row gets narrower when the button for the hidden items appears.
    for (const one of [element, ...element.querySelectorAll('.kc-menu-body > ul, .kc-menu-body > ul > li')])
      observer.observe(one)
    return () => observer.disconnect()
  }, [nav, routes])
  return state
}

/**
 * Shows the open part of the menu in the top layer, with the focus in it, until the person chooses something, presses
 * Escape or goes elsewhere. Returns the function that closes the part and gives the focus back.
 */
function useTopLayer<Part>(
  menuRef: RefObject<HTMLElement | null>,
  opened: Part | null,
  setOpened: (part: null) => void
): () => void {
  const opener = useRef<HTMLElement>(null)
  const close = useCallback(() => {
    const part = menuRef.current?.querySelector('.kc-open')
    if (part?.matches(':focus-within')) opener.current?.focus()
    setOpened(null)
  }, [menuRef, setOpened])

  useLayoutEffect(() => {
    const part = menuRef.current?.querySelector<HTMLElement>('.kc-open')
    if (opened === null || !part) return undefined
    opener.current = menuRef.current?.querySelector<HTMLElement>('[aria-expanded=true]') ?? null
    if ('popover' in part) {
      part.popover = 'manual'
      part.showPopover()
    }
    const body = part.closest('.kc-menu-body')
    if (body && body !== part && opener.current) placeBelow(opener.current, part, body)
    const first = part.querySelector<HTMLElement>('[aria-current]') ?? part.querySelector<HTMLElement>('a, button')
    first?.focus({ preventScroll: true })
    return () => part.removeAttribute('popover')
  }, [menuRef, opened])

  useEffect(() => {
    const element = menuRef.current
    if (opened === null || !element) return undefined
    const ended = new AbortController()
    const { signal } = ended
    const part = element.querySelector('.kc-open')
    const isOutside = (target: EventTarget | null | undefined) =>
      !(target instanceof Node) || ![part, opener.current].some((one) => one?.contains(target))
    element.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal })
    // A click on the sheet's own box hits the area beside the menu.
    element.addEventListener('click', ({ target }) => target === element.querySelector('.kc-menu-body') && close(), {
      signal
    })
    element.addEventListener(
      'focusout',
      ({ relatedTarget }) => relatedTarget && isOutside(relatedTarget) && setOpened(null),
      {
        signal
      }
    )
    document.addEventListener('pointerdown', (event) => isOutside(event.composedPath()[0]) && setOpened(null), {
      signal
    })
    return () => ended.abort()
  }, [menuRef, opened, close, setOpened])
  return close
}

/** Places a list below its button, within the width of the row. */
function placeBelow(button: HTMLElement, list: HTMLElement, row: Element): void {
  const { left, bottom } = button.getBoundingClientRect()
  const { right } = row.getBoundingClientRect()
  list.style.left = `${Math.max(0, Math.min(left, right - list.offsetWidth))}px`
  list.style.top = `${bottom + 4}px`
  list.style.maxBlockSize = `calc(100dvb - ${bottom + 12}px)`
}
