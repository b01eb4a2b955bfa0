import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Takes what is pasted into a field, or anywhere else on its screen, and then moves the focus there: nobody has to click into it
 * first. What is pasted into another input, or elsewhere in the host's page, or while a dialog is open, is not taken.
 *
 * @param take returns false to have a text inserted by the browser, which it does if the field had the focus before
 */
export function useScreenPaste(
  field: RefObject<HTMLTextAreaElement | null>,
  take: (source: string, isInField: boolean) => boolean
): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const source = event.clipboardData?.getData('text')
    const area = field.current
    if (!source || !area || event.defaultPrevented) return
    const root = area.getRootNode() as ShadowRoot
    const { activeElement: focused } = root
    if (focused !== area) {
      if (focused ? focused.matches('input, textarea') : document.activeElement !== document.body) return
      area.focus()
      // A dialog keeps the field behind it from the focus.
      if (root.activeElement !== area) return
    }
    if (take(source, focused === area)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
