import { type ReactNode, useRef } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { UNSAFE_PortalProvider as PortalProvider } from 'react-aria/PortalProvider'
import { enableShadowDOM } from 'react-stately/private/flags/flags'
import { addStyles } from '../theme/sheet.ts'
import css from './aria-frame.css?inline'

addStyles(css)

// Without it react-aria looks for the focus and for clicks in the document, where all of ours is one element.
enableShadowDOM()

// It writes a rule into the head of the page, unless it finds this id there: our own sheet has the rule, and a page's content security
// policy may refuse the writing, with an error in its console.
const mark = 'react-aria-pressable-style'
if (!document.getElementById(mark)) document.head.append(Object.assign(document.createElement('meta'), { id: mark }))

/**
 * What a widget of react-aria's needs inside a shadow root: German whatever the browser speaks, and a place for what opens over the
 * page, which would else land in the host's body without our styles.
 */
export function AriaFrame({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  return (
    <I18nProvider locale="de-AT">
      <PortalProvider getContainer={() => place.current}>
        {children}
        <div ref={place} className="kc-aria-place" />
      </PortalProvider>
    </I18nProvider>
  )
}
