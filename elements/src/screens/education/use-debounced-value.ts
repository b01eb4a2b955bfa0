import { useEffect, useState } from 'react'
import { timers } from '../../lib/timers.ts'

/** Follows `value` as soon as that has stayed the same for `ms`. */
export function useDebouncedValue<Value extends string>(value: Value, ms: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(
    () => (value === debounced ? undefined : timers.after(ms, () => setDebounced(value))),
    [value, debounced, ms]
  )
  return debounced
}
