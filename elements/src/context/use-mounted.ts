import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref that tells whether the component is still rendered. */
export function useMounted(): RefObject<boolean> {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => void (mounted.current = false)
  }, [])
  return mounted
}
