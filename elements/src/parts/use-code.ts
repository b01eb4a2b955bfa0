import { useEffect, useState } from 'react'

/** A part's code: null while it is on its way, `failed` if it cannot be had now; the part has something plainer for both. */
export type Code<Module> = Module | 'failed' | null

/** Fetches code that only some screens need, beside the screen that is there already. `load` must be the same function always. */
export function useCode<Module>(load: () => Promise<Module>): Code<Module> {
  const [code, setCode] = useState<Code<Module>>(null)
  useEffect(() => {
    let shown = true
    load().then(
      // In a function, for a module may be one itself to React.
      (module) => shown && setCode(() => module),
      () => shown && setCode('failed')
    )
    return () => void (shown = false)
  }, [load])
  return code
}
