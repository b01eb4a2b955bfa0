import { use, useEffect, useRef } from 'react'
import { ComboBoxStateContext } from 'react-aria-components/ComboBox'

/**
 * Inside a ComboBox: keeps the rest of the page accessible while the list is open. react-aria hides it by `aria-hidden`, which cannot
 * be turned off (adobe/react-spectrum#4937), for lists at the end of the document, which a screen reader's cursor would not reach; ours
 * is right behind its field. With `aria-hidden` the focus would be on something that nobody hears, with `inert` the page would swallow
 * the click that closes the list.
 */
export function KeepPageAccessible() {
  const isOpen = use(ComboBoxStateContext)?.isOpen ?? false
  const marker = useRef<HTMLSpanElement>(null)

  // Starts before the ComboBox's effect, which hides the page: a child's effects run first.
  useEffect(() => {
    if (!isOpen || !marker.current) return undefined
    const root = marker.current.getRootNode()
    const observer = new MutationObserver((records) => {
      for (const { target, oldValue } of records)
        if (oldValue === null && target instanceof Element) target.removeAttribute('aria-hidden')
      // Nodes that the host hides from now on stay hidden; inside our root react-aria goes on with added ones.
      observer.disconnect()
      observer.observe(root, changes)
    })
    for (const one of rootsAround(root)) observer.observe(one, changes)
    return () => observer.disconnect()
  }, [isOpen])

  return <span ref={marker} hidden />
}

const changes = { subtree: true, attributeFilter: ['aria-hidden'], attributeOldValue: true }

/** Returns the root and all roots around it up to the document: an observer does not see into shadow roots. */
function rootsAround(root: Node): Node[] {
  return root instanceof ShadowRoot ? [root, ...rootsAround(root.host.getRootNode())] : [root]
}
