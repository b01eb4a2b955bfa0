import { use, useEffect, useRef } from 'react'
import { ComboBoxStateContext } from 'react-aria-components/ComboBox'

/**
 * Inside a ComboBox: keeps the rest of the page readable while the list is open. react-aria hides it by `aria-hidden`, without a way to
 * say no (adobe/react-spectrum#4937), for lists at the end of the document, which a screen reader's cursor would not reach; ours stands right
 * behind its field. Hidden, the page would keep the focus on what nobody hears; `inert`, it would swallow the click that closes the list.
 */
export function StayInSight() {
  const isOpen = use(ComboBoxStateContext)?.isOpen ?? false
  const here = useRef<HTMLSpanElement>(null)

  // Begins before the box's own effect, which hides, since a child's effects come first.
  useEffect(() => {
    if (!isOpen || !here.current) return undefined
    const own = here.current.getRootNode()
    const observer = new MutationObserver((records) => {
      for (const { target, oldValue } of records)
        if (oldValue === null && target instanceof Element) target.removeAttribute('aria-hidden')
      // What the host hides from now on stays hidden; in here react-aria goes on with what is added.
      observer.disconnect()
      observer.observe(own, changes)
    })
    for (const root of rootsAround(own)) observer.observe(root, changes)
    return () => observer.disconnect()
  }, [isOpen])

  return <span ref={here} hidden />
}

const changes = { subtree: true, attributeFilter: ['aria-hidden'], attributeOldValue: true }

/** From the root a node is in out to the document: no observer looks into a shadow. */
function rootsAround(root: Node): Node[] {
  return root instanceof ShadowRoot ? [root, ...rootsAround(root.host.getRootNode())] : [root]
}
