import type { LoadErrorDetail } from '../types/elements.ts'

const help = 'https://browser-update.org/de/update-browser.html'

/**
 * Says, below the element's own content, that the browser is older than the lowest versions. The German sentences are
 * in no text file: the code that reads those would not run.
 */
export function showUnsupportedBrowser(element: HTMLElement): void {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
  const box = document.createElement('p')
  box.setAttribute('role', 'alert')
  const link = document.createElement('a')
  link.href = help
  link.rel = 'noreferrer'
  link.textContent = 'So aktualisieren Sie ihn'
  box.append('Ihr Browser ist zu alt für diese Seite. ', link, ', oder Sie öffnen die Seite in einem anderen.')
  root.replaceChildren(document.createElement('slot'), box)
  const detail: LoadErrorDetail = {
    stage: 'code',
    message: 'This browser is older than the lowest version that the elements support.',
    reference: 'CC-BROWSER'
  }
  element.dispatchEvent(new CustomEvent('load-error', { bubbles: true, composed: true, detail }))
}
