import { type ReactNode, useRef } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { UNSAFE_PortalProvider as PortalProvider } from 'react-aria/PortalProvider'
import { enableShadowDOM } from 'react-stately/private/flags/flags'
import './aria-frame.css'

// Without this react-aria looks for the focus and for clicks in the document, which sees our shadow root as one element.
enableShadowDOM()

// react-aria adds a style to the page's head unless it finds this id there. Our sheet has the rule, and a page's content security
// policy may refuse the style with an error in its console.
const styleId = 'react-aria-pressable-style'
if (!document.getElementById(styleId))
  document.head.append(Object.assign(document.createElement('meta'), { id: styleId }))

/**
 * Moves the container of a popover to the top of the top layer as long as the popover is there: a popover refers to this
 * as its `ref`. Nothing of the page or of ours cuts or covers it there. The lowest browsers have no top layer for it.
 * `docs/decisions/0126-lists-in-the-top-layer.md`
 */
export function toTopLayer(popover: HTMLElement | null): (() => void) | undefined {
  const container = popover?.closest<HTMLElement>('.kc-aria-overlays')
  if (!container || !('popover' in container)) return undefined
  container.showPopover()
  return () => container.hidePopover()
}

/**
 * Provides react-aria's widgets with German, whatever the browser's language is, and with a container for overlays
 * inside the shadow root. Without it, overlays would be added to the host's body, without our styles.
 */
export function AriaFrame({ children }: { children: ReactNode }) {
  const overlays = useRef<HTMLDivElement>(null)
  return (
    <I18nProvider locale="de-AT">
      <PortalProvider getContainer={() => overlays.current}>
        {children}
        <div ref={overlays} className="kc-aria-overlays" popover="manual" />
      </PortalProvider>
    </I18nProvider>
  )
}
