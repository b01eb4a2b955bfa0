import base from './base.css?inline'
import tokens from './tokens.css?inline'
import { withLightDark } from '../lib/light-dark.ts'

/**
 * The one stylesheet that all our shadow roots adopt. Its rules apply below an element with {@link rootClass}, the
 * shadow root's only child, where the host page's inherited styles end.
 */
const sheet = new CSSStyleSheet()

const rootClass = 'kc-root'

const parts = new Set<string>()
let scheduled = false

/**
 * Adds a component's rules to the {@link sheet}: each `import './part.css'` calls it (`build/shadow-styles.ts`). The
 * browser parses the whole sheet with each change, so this happens once for all files of a chunk, before anything is
 * drawn.
 */
export function addStyles(css: string): void {
  parts.add(css)
  if (scheduled) return
  scheduled = true
  queueMicrotask(() => {
    scheduled = false
    sheet.replaceSync(withLightDark([...parts].join('\n')))
  })
}

addStyles(tokens)
addStyles(base)

/** Creates the shadow root's only child: a box with our styles, where those that the host's page passes on end. */
export function createContainer(root: ShadowRoot): HTMLElement {
  const container = document.createElement('div')
  container.className = rootClass
  // All texts are Austrian German, whatever the page's language is: for voices and for hyphens.
  container.lang = 'de-AT'
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren(container)
  return container
}
