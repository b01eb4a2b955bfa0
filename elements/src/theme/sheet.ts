import { withLightDark } from '../lib/light-dark.ts'
import base from './base.css?inline'

const rootClass = 'kc-root'

/** The stylesheets that all our shadow roots adopt, one for each chunk, in the order in which the chunks came. */
const sheets: CSSStyleSheet[] = []
const roots = new Set<WeakRef<ShadowRoot>>()
const added = new Set<string>()
let pending: string[] = []

/**
 * Adds a component's rules, which apply below an element of `rootClass`, to all our shadow roots: each `import
 * './part.css'` calls this (`build/shadow-styles.ts`). All files of a chunk become one sheet, before anything is drawn.
 * Sheets are added and never changed: after a change, Chromium computes the style of all visible content anew, 60 ms on
 * a slow phone with a thousand documents, each time that the code of a screen is loaded.
 */
export function addStyles(css: string): void {
  if (added.has(css)) return
  added.add(css)
  if (pending.push(css) > 1) return
  queueMicrotask(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(withLightDark(pending.join('\n')))
    pending = []
    sheets.push(sheet)
    for (const each of roots) {
      const root = each.deref()
      if (root) root.adoptedStyleSheets = sheets
      else roots.delete(each)
    }
  })
}

addStyles(base)

/**
 * Creates the shadow root's only child: a box with our styles, which ends the styles that the host's page passes on.
 */
export function createContainer(root: ShadowRoot): HTMLElement {
  const container = document.createElement('div')
  container.className = rootClass
  // All texts are Austrian German, whatever the page's language is: for voices and for hyphens.
  container.lang = 'de-AT'
  root.adoptedStyleSheets = sheets
  roots.add(new WeakRef(root))
  root.replaceChildren(container)
  return container
}
