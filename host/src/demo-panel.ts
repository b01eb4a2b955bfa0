import { type ListedAccount, fetchToken, loadAccounts, revokeToken } from './demo-accounts.ts'
import rights from './demo-rights.json' with { type: 'json' }
import hostileTheme from './hostile.css?url'

const chosenKey = 'demo-account'
/** Set in a tab in which somebody is logged in, by whatever way. */
const inKey = 'demo-in'
const themeKey = 'demo-theme'
// The room is reserved before the page shows anything below the login, which is not as high as the screens.
showsScreens(wasLoggedIn())
const pill = document.querySelector<HTMLElement>('.demo-pill')
const form = document.querySelector<HTMLFormElement>('form.demo')
if (pill && form)
  void setUp(pill, form, [...document.querySelectorAll('customer-center, customer-contact, event-layers')])

/** Lets a visitor of the demo log in with one click. As in a shop, the token is an attribute of the elements. */
async function setUp(aside: HTMLElement, panel: HTMLFormElement, elements: readonly Element[]): Promise<void> {
  setUpLook(panel)
  const quick = document.querySelector<HTMLElement>('.quick')
  let isChosen = Boolean(sessionStorage.getItem(chosenKey))
  let hasSession = false
  let wasIn = wasLoggedIn()

  /**
   * Offers the demo log-in only while nobody is logged in, be it by an account of the list, the form, a passkey or a
   * kept cookie.
   */
  function showWhoIsIn(): void {
    if (quick) quick.hidden = isChosen || hasSession
    const isIn = isChosen || hasSession
    if (isIn) sessionStorage.setItem(inKey, 'yes')
    showsScreens(isIn || wasIn)
  }

  const noteSession = (has: boolean) => {
    hasSession = has
    wasIn = false
    if (!has) sessionStorage.removeItem(inKey)
    showWhoIsIn()
  }
  for (const element of elements) {
    element.addEventListener('session-start', () => noteSession(true))
    element.addEventListener('session-end', () => noteSession(false))
  }
  const accounts = await loadAccounts()
  if (accounts.length === 0) return aside.remove()
  const name = find(aside, '.name', HTMLElement)
  const people = find(panel, '.people', HTMLElement)
  const logout = control(panel, 'logout', HTMLButtonElement)
  const message = control(panel, 'message', HTMLOutputElement)
  const explanation = control(panel, 'explanation', HTMLOutputElement)
  let token: string | null = null
  let attempt = 0

  /** Remembers the account in this tab, as a shop keeps a person logged in over a reload. */
  function choose(value: string): void {
    sessionStorage.setItem(chosenKey, value)
    for (const button of people.querySelectorAll('button')) button.ariaPressed = String(button.value === value)
    name.textContent = value === '' ? '' : ` · ${accounts[Number(value)]?.firstName}`
    // The buttons disappear, and would take the focus with them.
    if (value !== '' && quick?.contains(document.activeElement)) find(aside, '.open', HTMLButtonElement).focus()
    isChosen = value !== ''
    showWhoIsIn()
  }

  /**
   * Explains the rights of the chosen account. The text stays when the log-in is refused, as it is for an account
   * without a right.
   */
  function explain(account: ListedAccount | undefined): void {
    explanation.value = account ? `${rights[account.right].label}: ${rights[account.right].explanation}` : ''
  }

  async function logIn(value: string): Promise<void> {
    const account = accounts[Number(value || -1)]
    choose(account ? value : '')
    attempt += 1
    const current = attempt
    logOut()
    explain(account)
    if (!account) return
    message.value = 'Anmeldung läuft …'
    try {
      const fresh = await fetchToken(account)
      // Another account was chosen meanwhile.
      if (current !== attempt) return await revokeToken(fresh)
      token = fresh
      message.value = ''
      logout.hidden = false
      // The sheet would cover what the person came to see.
      find(aside, '.demo-sheet', HTMLElement).hidePopover()
      for (const element of elements) element.setAttribute('session-token', fresh)
    } catch (error) {
      if (current !== attempt) return
      choose('')
      message.value = `Anmeldung fehlgeschlagen: ${error instanceof Error ? error.message : ''}`
    }
  }

  function logOut(): void {
    const old = token
    token = null
    message.value = ''
    logout.hidden = true
    for (const element of elements) element.removeAttribute('session-token')
    if (old) void revokeToken(old)
  }

  addButtons(people, accounts, (value) => void logIn(value))
  for (const button of quick?.querySelectorAll('button') ?? []) {
    const index = accounts.findIndex(({ userName }) => userName === button.value)
    button.addEventListener('click', () => void logIn(String(index)))
  }
  logout.addEventListener('click', () => void logIn(''))
  // The element's own menu has an 'Abmelden' too.
  for (const element of elements) element.addEventListener('session-end', () => token && void logIn(''))
  void logIn(sessionStorage.getItem(chosenKey) ?? '')
  aside.hidden = false
}

/** Adds a button for each account. The accounts of all companies but the first are in the details. */
function addButtons(people: HTMLElement, accounts: readonly ListedAccount[], onChoose: (value: string) => void): void {
  const others = find(people, 'details', HTMLDetailsElement)
  accounts.forEach((account, index) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.value = String(index)
    const isFirst = account.company === accounts[0]?.company
    const detail = document.createElement('small')
    const { label, explanation } = rights[account.right]
    detail.textContent = [label, !isFirst && account.company].filter(Boolean).join(' · ')
    if (account.right === 'none') {
      button.className = 'apart'
      detail.append(`: ${explanation}`)
    }
    button.append(account.firstName || account.userName, ' ', detail)
    button.addEventListener('click', () => onChoose(button.value))
    if (isFirst) others.before(button)
    else others.append(button)
  })
}

/** Follows the choices of colours and theme. The tab keeps the theme, since somebody may test it over several pages. */
function setUpLook(panel: HTMLFormElement): void {
  const scheme = control(panel, 'scheme', HTMLSelectElement)
  const theme = control(panel, 'theme', HTMLSelectElement)
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = hostileTheme
  const show = () => (theme.value === 'hostile' ? document.head.append(sheet) : sheet.remove())
  theme.value = sessionStorage.getItem(themeKey) ?? ''
  show()
  theme.addEventListener('change', () => {
    sessionStorage.setItem(themeKey, theme.value)
    show()
  })
  scheme.addEventListener('change', () => {
    document.documentElement.style.colorScheme = scheme.value
  })
}

/** Tells whether somebody was logged in before a reload, and is probably again. */
function wasLoggedIn(): boolean {
  return sessionStorage.getItem(inKey) !== null
}

/** Reserves the room of the screens for a person, and the room of a login for nobody. */
function showsScreens(isIn: boolean): void {
  document.documentElement.className = isIn ? 'in' : 'out'
}

function find<Kind extends Element>(within: Element, selector: string, kind: new () => Kind): Kind {
  const found = within.querySelector(selector)
  if (!(found instanceof kind)) throw new Error(`The demo panel has no ${selector}`)
  return found
}

function control<Kind extends HTMLElement>(panel: HTMLFormElement, name: string, kind: new () => Kind): Kind {
  return find(panel, `[name=${name}]`, kind)
}
