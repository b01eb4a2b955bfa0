import base from './base.css?inline'
import tokens from './tokens.css?inline'

/**
 * The one stylesheet that every shadow root of ours adopts. Its rules count below an element with {@link rootClass},
 * which must be the shadow root's only child: that is where the host page's inherited styles end.
 */
export const sheet = new CSSStyleSheet()

export const rootClass = 'kc-root'

const pieces = new Set<string>()
let pending = false

/**
 * Adds a component's rules to the {@link sheet}; called once at module level by the file that imports the CSS, so that
 * styles travel with their chunk and never reach the host's document. The browser reads the sheet once for all files of a
 * chunk, after the last of them and before anything is drawn: each reading is one of everything so far.
 */
export function addStyles(css: string): void {
  pieces.add(css)
  if (pending) return
  pending = true
  queueMicrotask(() => {
    pending = false
    sheet.replaceSync([...pieces].join('\n'))
  })
}

addStyles(tokens)
addStyles(base)
