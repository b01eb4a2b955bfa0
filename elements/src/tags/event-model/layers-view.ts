import { keepSheetsAcrossDocuments } from '../../lib/adopt-sheets.ts'
import { withLightDark } from '../../lib/light-dark.ts'
import type { TextId } from '../../texts/texts.ts'
import css from './layers.css?inline'

/** The reason why there is no drawing, and the way to try again if that may help. */
interface Failure {
  readonly sentence: 'eventModel.failed' | 'eventModel.login' | 'eventModel.unreadable' | 'login.unknown'
  /** The server's sentence; may be empty. */
  readonly reason: string
  /** Tries again; null where nothing has failed, but somebody has to log in. */
  readonly retry: (() => void) | null
}

/** The view of `<event-layers>`: a drawing, a placeholder while one is loaded, or the reason why there is none. */
export type LayersView = ReturnType<typeof createLayersView>

const sheet = new CSSStyleSheet()
sheet.replaceSync(withLightDark(css))

export function createLayersView(root: ShadowRoot, texts: Promise<Readonly<Record<string, string>>>, showIds: boolean) {
  let own: Readonly<Record<string, unknown>> = {}
  let failure: Failure | null = null
  /** Returns a text, or an empty one where the page has no texts. */
  const text = async (id: TextId) => {
    const given = { ...(await texts), ...own }[id]
    if (typeof given !== 'string') return ''
    return showIds ? `${id} ${given}` : given
  }
  const box = element('div', 'layers')
  keepSheetsAcrossDocuments(root)
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren(box)
  let waiting = false
  // Texts may arrive after something else is shown; the version tells.
  let version = 0
  const put = (...children: HTMLElement[]) => {
    version += 1
    failure = null
    waiting = false
    box.removeAttribute('aria-busy')
    box.replaceChildren(...children)
    return version
  }
  const fail = (next: Failure) => {
    const shown = put()
    failure = next
    const { sentence, reason, retry } = next
    void Promise.all([text(sentence), text('action.retry')]).then(([said, retryLabel]) => {
      if (shown === version && said) box.replaceChildren(notice([said, reason], retry, retryLabel))
    })
  }
  return {
    root,
    element: root.host,
    get isDrawn() {
      return box.querySelector('.frame') !== null && !waiting
    },
    /** Whether a drawing is being loaded. */
    get waiting() {
      return waiting
    },
    /** Shows a placeholder, unless there is a drawing, which stays until the next one comes. */
    wait() {
      if (!box.querySelector('.frame')) put(element('div', 'waiting'))
      waiting = true
      box.setAttribute('aria-busy', 'true')
    },
    show: (drawing: HTMLElement) => void put(drawing),
    clear: () => void put(),
    hide: (hidden: boolean) => void box.classList.toggle('asking', hidden),
    fail,
    /** Takes texts of the page, which come before those of the files, and draws a message anew. */
    setTexts(given: object | null) {
      own = { ...given }
      if (failure) fail(failure)
    },
    text
  }
}

function notice(sentences: string[], retry: Failure['retry'], retryLabel: string): HTMLElement {
  const box = element('div', retry ? 'notice' : 'notice info')
  box.setAttribute('part', retry ? 'notice notice-danger' : 'notice notice-info')
  box.setAttribute('role', retry ? 'alert' : 'status')
  const words = element('div')
  for (const sentence of new Set(sentences.filter(Boolean))) words.append(element('p', '', sentence))
  box.append(words)
  if (retry) {
    const button = element('button', '', retryLabel)
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
