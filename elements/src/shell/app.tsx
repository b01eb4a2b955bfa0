import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { hasHostToken } from '../client/sessions.ts'
import type { BootState, Settings } from '../first-paint/boot-state.ts'
import { openSession } from '../first-paint/element-session.ts'
import { AlertProvider } from '../parts/alert-dialog.tsx'
import { createAlertQueue } from '../parts/alert-queue.ts'
import { createText } from '../texts/create-text.ts'
import { TextContext } from '../texts/texts.ts'
import { createContainer } from '../theme/container.ts'
import { type AppHost, AppProvider, type SessionView } from './app-provider.tsx'
import { Shell } from './shell.tsx'

// For the loader, which imports no chunk but this one.
export { loadOtherTexts } from '../texts/other-texts.ts'

export interface MountedApp {
  /** The host changed `session-token` or `language`. */
  update: (settings: Settings) => void
}

/** Renders an element into its shadow root until `signal` is aborted: the customer center, or another view of the session. */
export function mountApp(
  host: AppHost,
  root: ShadowRoot,
  boot: BootState,
  signal: AbortSignal,
  sessionView: SessionView = Shell
): MountedApp {
  const { config, router } = boot
  let { elementSession, settings } = boot
  const text = createText(boot.texts, config.showTextIDs)
  const alerts = createAlertQueue()
  const navigated = boot.linkFollowed()
  const tree = () => (
    <TextContext value={text}>
      <AlertProvider queue={alerts}>
        <AppProvider
          {...{ host, config, router, elementSession, sessionView, navigated }}
          language={settings.language}
        />
      </AlertProvider>
    </TextContext>
  )
  const prerendered = boot.takeOver()
  // Synchronous: React's scheduler would let a frame pass between its start, the rendering and the effects.
  const react = flushSync(() =>
    prerendered ? hydrateRoot(prerendered.container, tree()) : render(createRoot(createContainer(root)), tree())
  )
  for (const button of prerendered?.detach() ?? []) button.click()
  signal.addEventListener('abort', () => {
    alerts.clear()
    react.unmount()
  })

  return {
    update(next) {
      const { sessionToken } = next
      const { session, isOwn } = elementSession
      const changed = sessionToken !== settings.sessionToken
      settings = next
      session.locale = next.language || config.defaultLanguage
      if (isOwn) session.fetchToken = next.fetchToken
      if (!isOwn && hasHostToken(next)) elementSession = openSession(config, next, signal)
      else if (changed && sessionToken) void session.adoptToken(sessionToken)
      else if (changed && isOwn) session.end({ revoke: false })
      react.render(tree())
    }
  }
}

function render(react: Root, tree: ReactNode): Root {
  react.render(tree)
  return react
}
