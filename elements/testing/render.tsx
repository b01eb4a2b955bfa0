import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { type AppContext, AppReactContext, type SaveStatus } from '../src/context/app-context.ts'
import { Store } from '../src/lib/store.ts'
import { AlertProvider } from '../src/parts/dialogs/alert-dialog.tsx'
import { type AlertQueue, createAlertQueue } from '../src/parts/dialogs/alert-queue.ts'
import { createText } from '../src/texts/read-texts.ts'
import { TextContext } from '../src/texts/texts.ts'
import { createContainer } from '../src/theme/sheet.ts'
import '../src/theme/later.css'
import '../src/parts/button-states.css'

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
  const { signal } = new AbortController()
  const app = { signal, saveStatus: new Store<SaveStatus | null>(null) } as AppContext
  const react = createRoot(createContainer(root))
  react.render(
    <TextContext value={createText(texts, false, null)}>
      <AppReactContext value={app}>
        <AlertProvider queue={alerts}>{children}</AlertProvider>
      </AppReactContext>
    </TextContext>
  )
  onTestFinished(() => {
    react.unmount()
    host.remove()
  })
  return { host, root, alerts }
}
