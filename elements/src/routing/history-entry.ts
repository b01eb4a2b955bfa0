/** Key in history.state that numbers the page's entries, so that a step back can be undone. */
const indexKey = 'customerCenterIndex'
/** Key in history.state of an entry that shows a detail in place of its screen's list. */
const detailKey = 'customerCenterDetail'

const stateOf = (key: string): unknown => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? Reflect.get(state, key) : undefined
}

/** What follows `#/` in the address; null when the hash is the host's. */
export const currentPath = (): string | null =>
  location.hash.startsWith('#/') ? location.hash.slice(2).replace(/\/+$/, '') : null

/** The current entry's number, if it was ever given one. */
export const currentIndex = (): number | undefined => {
  const index = stateOf(indexKey)
  return typeof index === 'number' ? index : undefined
}

export const isDetailEntry = (): boolean => stateOf(detailKey) === true

/** Adds an entry with the same address, for a detail. */
export const pushDetail = (index: number): void => history.pushState({ [indexKey]: index, [detailKey]: true }, '')

/** Numbers the current entry. A host's own state is kept; one that is no object is left alone. */
export const numberEntry = (index: number): void => {
  const state: unknown = history.state
  if (state === null || typeof state === 'object') history.replaceState({ ...state, [indexKey]: index }, '')
}

/** Whether a click follows a link, the host's or one of ours, to the current address and in this tab. */
export const linksToCurrentAddress = (event: MouseEvent): boolean => {
  const { ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event
  if (defaultPrevented || event.button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return false
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
  return link?.href === location.href && ['', '_self'].includes(link.target)
}
