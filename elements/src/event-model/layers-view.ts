import type { TextId } from '../texts/texts.ts'
import css from './layers.css?inline'

/** Why there is no drawing, and how to try again if that may help. */
export interface Failure {
  readonly kind: 'failed' | 'login' | 'unreadable'
  /** As the server said it; may be empty. */
  readonly reason: string
  readonly retry: (() => void) | null
}

/** What `<event-layers>` shows: a drawing, that one is awaited, or why there is none. */
export interface LayersView {
  /** A drawing is awaited. */
  readonly waiting: boolean
  /** Keeps the drawing that is there until the next one comes. */
  wait: () => void
  show: (picture: HTMLElement) => void
  fail: (failure: Failure) => void
  clear: () => void
  /** A text, or an empty one where the page has no texts. */
  text: (id: TextId) => Promise<string>
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(css)

export function viewIn(root: ShadowRoot, texts: Promise<Readonly<Record<string, string>>>): LayersView {
  const text = async (id: TextId) => (await texts)[id] ?? ''
  const box = element('div', 'layers')
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren(box)
  let waiting = false
  // What a text comes too late for is not written over what stands there by then.
  let turn = 0
  const put = (...children: HTMLElement[]) => {
    turn += 1
    waiting = false
    box.removeAttribute('aria-busy')
    box.replaceChildren(...children)
    return turn
  }
  return {
    get waiting() {
      return waiting
    },
    wait() {
      if (!box.querySelector('.frame')) put(element('div', 'waiting'))
      waiting = true
      box.setAttribute('aria-busy', 'true')
    },
    show: (picture) => void put(picture),
    clear: () => void put(),
    fail({ kind, reason, retry }) {
      const mine = put()
      void Promise.all([text(`eventModel.${kind}`), text('action.retry')]).then(([sentence, again]) => {
        if (mine === turn && sentence) box.replaceChildren(notice(kind, [sentence, reason], retry, again))
      })
    },
    text
  }
}

function notice(kind: Failure['kind'], sentences: string[], retry: Failure['retry'], again: string): HTMLElement {
  const box = element('div', kind === 'login' ? 'notice info' : 'notice')
  box.setAttribute('part', kind === 'login' ? 'notice notice-info' : 'notice notice-danger')
  box.setAttribute('role', kind === 'login' ? 'status' : 'alert')
  const words = element('div')
  for (const sentence of new Set(sentences.filter(Boolean))) words.append(element('p', '', sentence))
  box.append(words)
  if (retry) {
    const button = element('button', '', again)
    button.setAttribute('part', 'button button-quiet')
    button.addEventListener('click', retry, { once: true })
    box.append(button)
  }
  return box
}

function element(tag: 'div' | 'p' | 'button', name = '', content = ''): HTMLElement {
  const node = document.createElement(tag)
  if (name) node.className = name
  if (node instanceof HTMLButtonElement) node.type = 'button'
  node.textContent = content
  return node
}
