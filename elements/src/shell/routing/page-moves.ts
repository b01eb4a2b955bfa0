import { currentIndex, type EntryNumbers } from './history-entry.ts'

/** Reports that are due at the end of the task. */
const reports = new Set<() => void>()

/** Reports the page's moves at once, so that a router that begins now finds the entry with its number. */
export const reportPageMoves = (): void => reports.forEach((report) => report())

/**
 * Calls `onMove` when the page itself has pushed or replaced entries of the history, which no popstate event tells of;
 * once for all that it does in a task. The browser has to know the Navigation API.
 *
 * @param onMove gets the number of pushed entries; 0 if the page has replaced one
 * @returns a function that ends it
 */
export function followPage(onMove: (pushed: number) => void): () => void {
  const { navigation } = window as Partial<Window>
  let timer: ReturnType<typeof setTimeout> | undefined
  let pushed = 0
  const note = ({ navigationType }: NavigationCurrentEntryChangeEvent) => {
    if (navigationType === 'push') pushed += 1
    timer ??= setTimeout(report)
    reports.add(report)
  }
  const report = () => {
    const count = pushed
    forget()
    onMove(count)
  }
  // A followed link or a step fires this event first, and popstate in the same task: the latter cancels the report.
  const forget = () => {
    reports.delete(report)
    clearTimeout(timer)
    timer = undefined
    pushed = 0
  }
  navigation?.addEventListener('currententrychange', note)
  // Before a listener of the page puts an element back.
  addEventListener('popstate', forget, true)
  return () => {
    navigation?.removeEventListener('currententrychange', note)
    removeEventListener('popstate', forget, true)
    forget()
  }
}

/** Tells whether the current entry was taken already, as all have been that the elements write. */
export const isTaken = ({ index, entry }: EntryNumbers): boolean =>
  location.href === entry.href && currentIndex() === index

/** Returns the steps back to an entry that the page has replaced, and forth again. */
export function stepsOfReplaced({ entry }: EntryNumbers): [back: () => void, forth: () => void] {
  const replaced = { href: location.href, state: history.state as unknown }
  return [() => rewriteEntry(entry), () => rewriteEntry(replaced)]
}

/** Writes the current entry anew, and says so as a step does: a router of the page then reads its address. */
export function rewriteEntry({ href, state }: EntryNumbers['entry']): void {
  history.replaceState(state, '', href)
  dispatchEvent(new PopStateEvent('popstate', { state }))
}
