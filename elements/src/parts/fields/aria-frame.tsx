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
 * Provides react-aria's widgets with German, whatever the browser's language is, and with a container for overlays
 * inside the shadow root. Without it, overlays would be added to the host's body, without our styles.
 */
export function AriaFrame({ children }: { children: ReactNode }) {
  const overlays = useRef<HTMLDivElement>(null)
  return (
    <I18nProvider locale="de-AT">
      <PortalProvider getContainer={() => overlays.current}>
        {children}
        <div ref={overlays} className="kc-aria-overlays" />
      </PortalProvider>
    </I18nProvider>
  )
}
