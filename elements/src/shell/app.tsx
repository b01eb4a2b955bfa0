import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { AlertProvider } from '../parts/alert-dialog.tsx'
import { createAlertQueue } from '../parts/alert-queue.ts'
import { textsOf } from '../texts/texts-of.ts'
import { TextContext } from '../texts/texts.ts'
import { boxIn } from './first-view.tsx'
import { type Frame, Life } from './life.tsx'
import { Shell } from './shell.tsx'
import { enter, type Settings, type Started } from './start.ts'

/** An element at work. */
export interface Running {
  /** The host changed `session-token` or `language`. */
  update: (settings: Settings) => void
}

/** Draws the element into its shadow root until `life` ends: the customer center, or another frame. */
export function run(
  host: HTMLElement,
  root: ShadowRoot,
  started: Started,
  life: AbortSignal,
  frame: Frame = Shell
): Running {
  const { config } = started
  let { entry, settings } = started
  const text = textsOf(started.texts, config.showTextIDs)
  const alerts = createAlertQueue()
  const arrived = started.followed()
  const tree = () => (
    <TextContext value={text}>
      <AlertProvider queue={alerts}>
        <Life {...{ host, config, entry, frame, arrived }} language={settings.language} />
      </AlertProvider>
    </TextContext>
  )
  // At once: by its scheduler React would let a frame go by between its start, its drawing and its effects.
  const first = started.takeOver()
  const react = flushSync(() => (first ? hydrateRoot(first.box, tree()) : rendered(createRoot(boxIn(root)), tree())))
  const draw = () => react.render(tree())
  for (const button of first?.end() ?? []) button.click()
  life.addEventListener('abort', () => {
    alerts.clear()
    react.unmount()
  })

  return {
    update(next) {
      const { sessionToken } = next
      const changed = sessionToken !== settings.sessionToken
      settings = next
      entry.session.locale = next.language || config.defaultLanguage
      if (changed && !entry.own && sessionToken) entry = enter(config, next, life)
      else if (changed && sessionToken) void entry.session.adopt(sessionToken)
      else if (changed && entry.own) entry.session.end({ revoke: false })
      draw()
    }
  }
}

function rendered(react: Root, tree: ReactNode): Root {
  react.render(tree)
  return react
}
