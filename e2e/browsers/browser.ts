/** A control, heading or message, by its kind and name. */
export interface Target {
  /** A CSS selector. */
  readonly selector: string
  /** The beginning of its label, its `aria-label` or its text. */
  readonly name?: string
}

/** The actions that the walks need, in the same words for every engine. */
export interface Browser {
  /** Name and version, as the browser itself reports them. */
  readonly version: string
  open: (url: string) => Promise<void>
  /** Clicks the target, with the mouse and at its middle. */
  click: (target: Target) => Promise<void>
  /** Chooses the option of a drop-down that has this value. */
  select: (target: Target, value: string) => Promise<void>
  /** Selects the content of the field with the focus. */
  selectAll: () => Promise<void>
  /** Types into the element with the focus. */
  type: (text: string) => Promise<void>
  /** Presses a key of several letters, such as `Enter`. */
  press: (key: keyof typeof keys) => Promise<void>
  /** Reads the value or the text of an element; null while there is none. */
  read: (target: Target) => Promise<string | null>
  /** Runs a function in the page; it must not use anything from outside. */
  evaluate: <Argument, Result>(run: (argument: Argument) => Result, argument: Argument) => Promise<Result>
  /** Runs `work` in the page's only frame. */
  inFrame: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Runs `work` in the tab that was opened last and closes that tab; fails if there is only the first one. */
  inNewTab: <Result>(work: () => Promise<Result>) => Promise<Result>
  tabs: () => Promise<number>
  /** Lists the finished files that were saved to the disk. */
  downloads: () => Promise<string[]>
  /** The folder of the {@link downloads}. */
  readonly downloadFolder: string
  stop: () => Promise<void>
}

/** Keys by their names, as WebDriver encodes them. */
export const keys = { Enter: '\uE007', Tab: '\uE004', ArrowDown: '\uE015', Escape: '\uE00C' } as const

/**
 * Runs in the page: finds the first visible and enabled element that fits the target, in whatever shadow tree, scrolled
 * into view; null while there is none.
 */
export function findInPage({ selector, name = '' }: Target): HTMLElement | null {
  const elements = (root: Document | ShadowRoot): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) =>
      element.shadowRoot ? [element, ...elements(element.shadowRoot)] : [element]
    )
  const names = (element: HTMLElement) => {
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
    return [...labels.map((one) => one.textContent), element.getAttribute('aria-label'), element.textContent]
  }
  const found = elements(document).find(
    (element) =>
      element.matches(selector) &&
      !element.matches(':disabled, [inert] *') &&
      element.getClientRects().length > 0 &&
      names(element).some((one) => (one ?? '').trim().startsWith(name))
  )
  found?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return found ?? null
}

/** Runs in the page: reads the value of a field, the text of any other element. */
export function readInPage(element: HTMLElement | null): string | null {
  return element && ('value' in element ? String(element.value) : (element.textContent ?? ''))
}

/** Runs in the page: names the element with the focus, by its label, its name or its text; the empty text for none. */
export function focusInPage(): string {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  if (!element || element === document.body) return ''
  const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0]?.textContent : null
  return (label ?? element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
}
