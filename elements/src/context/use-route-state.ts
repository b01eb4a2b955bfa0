import { useCallback, useState, useSyncExternalStore } from 'react'
import { useAppContext } from './app-context.ts'
import type { Router } from './router.ts'

/** Writes a value into the address; null removes it. */
function writeState(router: Router, name: string, value: string | null): void {
  const query = new URLSearchParams(router.query())
  if (value === null) query.delete(name)
  else query.set(name, value)
  router.replaceQuery(query.toString())
}

/**
 * Returns a value that the address keeps for the screen, and the function that changes it: a link, the way back and a
 * reload lead to the same list. A value that equals `initial` is not in the address; the screen ignores values that it
 * does not know.
 */
export function useRouteState(name: string, initial = ''): [value: string, set: (value: string) => void] {
  const { router } = useAppContext()
  const value = useSyncExternalStore(router.subscribe, () => new URLSearchParams(router.query()).get(name) ?? initial)
  const set = useCallback(
    (next: string) => writeState(router, name, next === initial ? null : next),
    [router, name, initial]
  )
  return [value, set]
}

/** Returns a value that the entry of the history remembers, because it is too large or too minor for the address. */
export function useEntryState<Value>(name: string, initial: Value): [value: Value, set: (value: Value) => void] {
  const { router } = useAppContext()
  const [memory] = useState(router.memory)
  const [value, setValue] = useState(() => (memory.get(name) ?? initial) as Value)
  const set = (next: Value) => {
    memory.set(name, next)
    setValue(next)
  }
  return [value, set]
}

const separator = ' '

/**
 * Returns the properties of a group that keeps its fold in the address, beside the folds of the screen's other groups.
 *
 * @param key names the group in the screen
 * @param expanded whether it is open by default
 */
export function useFold(key: string, expanded: boolean) {
  const { router } = useAppContext()
  const name = expanded ? 'closed' : 'open'
  // Ids and captions of a backend may have blanks.
  const own = key.replaceAll(/[ %]/g, encodeURIComponent)
  const read = () => new URLSearchParams(router.query()).get(name)?.split(separator) ?? []
  // Hundreds of groups need not follow each change of the address: each reads its own fold when it is drawn.
  return {
    defaultExpanded: expanded !== read().includes(own),
    onToggle(now: boolean) {
      const others = read().filter((one) => one !== own)
      const keys = now === expanded ? others : [...others, own]
      writeState(router, name, keys.length === 0 ? null : keys.join(separator))
    }
  }
}
