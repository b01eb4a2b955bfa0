import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { type AppContext, AppContextProvider, type SaveStatus } from '../context/app-context.ts'
import { Store } from '../lib/store.ts'
import { AlertProvider } from '../parts/dialogs/alert-dialog.tsx'
import { type AlertQueue, createAlertQueue } from '../parts/dialogs/alert-queue.ts'
import { createText } from '../texts/read-texts.ts'
import { TextContext } from '../texts/texts.ts'
import { createContainer } from '../theme/sheet.ts'
import '../theme/later.css'
import '../parts/button-states.css'

// The shell adds them behind the first view.

const texts = (await (await fetch('/assets/text.at.json')).json()) as Record<string, string>

export interface Rendered {
  readonly host: HTMLElement
  readonly root: ShadowRoot
  readonly alerts: AlertQueue
}

/** Renders a component as in an element: in a shadow root with the theme, the Austrian texts and the alerts. */
export function render(children: ReactNode): Rendered {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  document.body.append(host)
  const alerts = createAlertQueue()
  const react = createRoot(createContainer(root))
  react.render(
    <TextContext value={createText(texts, false, null)}>
      <AppContextProvider value={{ saveStatus: new Store<SaveStatus | null>(null) } as AppContext}>
        <AlertProvider queue={alerts}>{children}</AlertProvider>
      </AppContextProvider>
    </TextContext>
  )
  onTestFinished(() => {
    react.unmount()
    host.remove()
  })
  return { host, root, alerts }
}
