import { accountLabel, fetchToken, loadAccounts, revokeToken } from './demo-accounts.ts'
import { changedColours, colourWarning, resetColours } from './embed-colours.ts'
import {
  type EmbedChoices,
  type ElementName,
  type Framework,
  type Served,
  type Snippet,
  snippetsFor
} from './embed-snippets.ts'

const copiedMs = 3000
const base = new URL('.', document.baseURI)

const choices = find('form.choices', HTMLFormElement)
const codeForm = find('.code form', HTMLFormElement)
const stage = find('.stage', HTMLElement)
const problem = find('.problem', HTMLElement)

let served: Served | null = null
let token: string | null = null

function find<Kind extends Element>(selector: string, kind: new () => Kind): Kind {
  const found = document.querySelector(selector)
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}`)
  return found
}

function given(name: string): string {
  const value = new FormData(choices).get(name)
  return typeof value === 'string' ? value.trim() : ''
}

function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { origin } = new URL(address)
  return origin === 'null' || origin === base.origin ? null : origin
}

/** Returns the attributes of the chosen element beside `config-url`. */
function attributesOf(element: ElementName): Record<string, string> {
  const attributes: Record<string, string> = {}
  const add = (name: string, value: string): void => {
    if (value !== '') attributes[name] = value
  }
  add('language', given('language'))
  if (element === 'customer-center') {
    const memory = given('routing') === 'memory'
    add('routing', memory ? 'memory' : '')
    add('route-prefix', memory ? '' : given('prefix'))
  }
  if (element === 'event-layers') add('model-id', given('model'))
  return attributes
}

function chosen(): EmbedChoices {
  const element = given('element') as ElementName
  const code = new FormData(codeForm)
  const radius = given('radius')
  return {
    element,
    framework: code.get('framework') as Framework,
    origin: originOf(given('origin')),
    attributes: attributesOf(element),
    look: { ...changedColours(choices), ...(radius !== '' && { '--kc-radius': radius }) },
    integrity: code.has('integrity')
  }
}

/** Shows the chosen element, without the choice of routes: this page's address stays as it is. */
function showElement({ element, attributes, look }: EmbedChoices): void {
  let shown = stage.querySelector<HTMLElement>(element)
  if (!shown) {
    shown = document.createElement(element)
    shown.setAttribute('config-url', new URL('elements/assets/config.prod.json', base).href)
    if (element === 'customer-center') shown.setAttribute('routing', 'memory')
    if (token !== null) shown.setAttribute('session-token', token)
    setAttributes(shown, attributes)
    stage.replaceChildren(shown)
  } else setAttributes(shown, attributes)
  shown.removeAttribute('style')
  for (const [name, value] of Object.entries(look)) shown.style.setProperty(name, value)
}

function setAttributes(shown: HTMLElement, attributes: Readonly<Record<string, string>>): void {
  for (const name of ['language', 'model-id']) {
    const value = attributes[name]
    if (value === undefined) shown.removeAttribute(name)
    else if (shown.getAttribute(name) !== value) shown.setAttribute(name, value)
  }
}

/** Snippets that few pages need. They are folded at first. */
const folded = ['Content-Security-Policy der Seite', 'Eigene Konfiguration']
/** The folds by title; a new list takes over their state. */
const folds = new Map<string, HTMLDetailsElement>()

function itemOf({ title, hint, code }: Snippet): DocumentFragment {
  const item = find('#snippet', HTMLTemplateElement).content.cloneNode(true) as DocumentFragment
  item.querySelector('h3')?.append(title)
  item.querySelector('.hint')?.append(hint)
  item.querySelector('code')?.append(code)
  const details = item.querySelector('details')
  if (details) {
    // The event `toggle` would be too late for a list that is made right after a click.
    details.open = folds.get(title)?.open ?? !folded.includes(title)
    folds.set(title, details)
  }
  const pre = item.querySelector('pre')
  if (pre) {
    pre.role = 'region'
    pre.ariaLabel = title
  }
  const button = item.querySelector('button')
  if (button) {
    button.ariaLabel = `${title} kopieren`
    button.addEventListener('click', () => void copy(button, title, code, pre))
  }
  return item
}

async function copy(button: HTMLButtonElement, title: string, code: string, shown: Element | null): Promise<void> {
  const status = find('.code [role=status]', HTMLElement)
  try {
    // The clipboard is missing on a page without https.
    await navigator.clipboard.writeText(code)
    status.textContent = `${title}: Kopiert`
    button.textContent = 'Kopiert'
  } catch {
    shown?.closest('details')?.setAttribute('open', '')
    if (shown) getSelection()?.selectAllChildren(shown)
    status.textContent = `${title}: markiert, bitte mit der Tastatur kopieren`
    button.textContent = 'Markiert'
  }
  button.ariaLabel = `${title}: ${button.textContent}`
  setTimeout(() => {
    button.textContent = 'Kopieren'
    button.ariaLabel = `${title} kopieren`
  }, copiedMs)
}

/** Number of the latest question: the answers of `snippetsFor` may arrive in another order. */
let latest = 0

async function update(): Promise<void> {
  latest += 1
  const current = latest
  const now = chosen()
  for (const part of document.querySelectorAll<HTMLElement>('[data-for]'))
    part.hidden = part.dataset['for'] !== now.element
  find('[name=prefix]', HTMLInputElement).disabled = now.attributes['routing'] === 'memory'
  find('.contrast', HTMLOutputElement).value = colourWarning(choices)
  showElement(now)
  if (!served) return
  const snippets = await snippetsFor(now, served)
  if (current === latest) find('.snippets', HTMLElement).replaceChildren(...snippets.map(itemOf))
}

async function readJson(path: string): Promise<unknown> {
  const answer = await fetch(new URL(path, base), { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`${answer.status} ${path}`)
  return answer.json()
}

async function loadServed(): Promise<void> {
  try {
    const [config, hashes] = await Promise.all([
      readJson('elements/assets/config.prod.json') as Promise<Served['config']>,
      readJson('elements/integrity.json') as Promise<Served['hashes']>
    ])
    served = { base, version: import.meta.env['ELEMENTS_VERSION'] as string, config, hashes }
  } catch (error) {
    problem.textContent = `Der Server antwortet nicht wie erwartet: ${error instanceof Error ? error.message : String(error)}`
  }
  await update()
}

/** Shows the element in the demo as the user of a demo account sees it; otherwise with its login. */
async function setUpDemo(): Promise<void> {
  const accounts = await loadAccounts()
  if (accounts.length === 0) return
  const picker = find('.account', HTMLSelectElement)
  picker.append(new Option('– nicht angemeldet –', ''))
  for (const [index, account] of accounts.entries()) picker.append(new Option(accountLabel(account), String(index)))
  find('[data-demo]', HTMLElement).hidden = false
  const logIn = async (): Promise<void> => {
    const account = accounts[Number(picker.value || -1)]
    problem.textContent = ''
    try {
      const fresh = account ? await fetchToken(account) : null
      if (accounts[Number(picker.value || -1)] !== account) {
        if (fresh !== null) void revokeToken(fresh)
        return
      }
      if (token !== null) void revokeToken(token)
      token = fresh
      const shown = stage.firstElementChild
      if (token === null) shown?.removeAttribute('session-token')
      else shown?.setAttribute('session-token', token)
    } catch (error) {
      problem.textContent = `Anmeldung fehlgeschlagen: ${error instanceof Error ? error.message : ''}`
    }
  }
  picker.addEventListener('change', () => void logIn())
  // The element's own menu has an 'Abmelden', too.
  stage.addEventListener('session-end', () => {
    if (token === null) return
    picker.value = ''
    void logIn()
  })
  picker.value = '0'
  await logIn()
}

for (const form of [choices, codeForm]) {
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', () => void update())
}
find('[name=reset]', HTMLButtonElement).addEventListener('click', () => {
  resetColours(choices)
  void update()
})
find('.scheme', HTMLSelectElement).addEventListener('change', ({ target }) => {
  stage.style.colorScheme = (target as HTMLSelectElement).value
})
// The login comes first, so that the element starts with it.
void setUpDemo().then(loadServed)
