/** Key in history.state that numbers the page's entries, so that a step back can be undone. */
const indexKey = 'customerCenterIndex'
/** Key in history.state of an entry that shows a detail in place of its screen's list. */
const detailKey = 'customerCenterDetail'

const own = (key: string): unknown => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? Reflect.get(state, key) : undefined
}

/** What stands behind `#/` in the address; null when the hash is the host's. */
export const shownPath = (): string | null =>
  location.hash.startsWith('#/') ? location.hash.slice(2).replace(/\/+$/, '') : null

/** The number of the entry that is shown, if it was ever given one. */
export const shownIndex = (): number | undefined => {
  const index = own(indexKey)
  return typeof index === 'number' ? index : undefined
}

export const showsDetail = (): boolean => own(detailKey) === true

/** Adds an entry with the same address, for a detail. */
export const pushDetail = (index: number): void => history.pushState({ [indexKey]: index, [detailKey]: true }, '')

/** Numbers the entry that is shown. A host's own state stays beside ours; one that is no object is left alone. */
export const numberEntry = (index: number): void => {
  const state: unknown = history.state
  if (state === null || typeof state === 'object') history.replaceState({ ...state, [indexKey]: index }, '')
}

/** Whether a click follows a link, the host's or one of ours, to the address that is shown already, in this tab. */
export const asksForShown = (event: MouseEvent): boolean => {
  const { ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event
  if (defaultPrevented || event.button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return false
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
  return link?.href === location.href && ['', '_self'].includes(link.target)
}
