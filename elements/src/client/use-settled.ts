import { useEffect, useState } from 'react'
import { clock } from './clock.ts'

/** The value as it was before it began to change, until it has stayed the same for `ms`. */
export function useSettled<Value extends string>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => (value === settled ? undefined : clock.after(ms, () => setSettled(value))), [value, settled, ms])
  return settled
}
