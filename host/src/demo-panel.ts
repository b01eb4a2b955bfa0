import { accountLabel, type ListedAccount, fetchToken, loadAccounts, revoke } from './demo-accounts.ts'
import rights from './demo-rights.json' with { type: 'json' }

const chosenKey = 'demo-account'
const form = document.querySelector<HTMLFormElement>('form.demo')
if (form) void setUp(form, [...document.querySelectorAll('customer-center, customer-contact, event-layers')])

/** Lets a visitor of the demo log in with one click, as a shop does: by the attribute of its elements. */
async function setUp(panel: HTMLFormElement, elements: readonly Element[]): Promise<void> {
  const accounts = await loadAccounts()
  if (accounts.length === 0) return panel.remove()
  const picker = control(panel, 'account', HTMLSelectElement)
  const logout = control(panel, 'logout', HTMLButtonElement)
  const scheme = control(panel, 'scheme', HTMLSelectElement)
  const message = control(panel, 'message', HTMLOutputElement)
  const explanation = control(panel, 'explanation', HTMLOutputElement)
  let token: string | null = null
  let attempt = 0

  /** Remembers the account in this tab, as a shop keeps a person logged in over a reload. */
  function choose(value: string): void {
    picker.value = value
    sessionStorage.setItem(chosenKey, value)
  }

  /** Explains the rights of the chosen account; the text stays when the log-in is refused, as it is without a right. */
  function explain(account: ListedAccount | undefined): void {
    explanation.value = account ? `${rights[account.right].label}: ${rights[account.right].explanation}` : ''
  }

  async function logIn(account: ListedAccount | undefined): Promise<void> {
    attempt += 1
    const current = attempt
    logOut()
    explain(account)
    if (!account) return
    message.value = 'Anmeldung läuft …'
    try {
      const fresh = await fetchToken(account)
      // Another account has been chosen meanwhile.
      if (current !== attempt) return await revoke(fresh)
      token = fresh
      message.value = ''
      logout.disabled = false
      for (const element of elements) element.setAttribute('session-token', fresh)
    } catch (error) {
      choose('')
      message.value = `Anmeldung fehlgeschlagen: ${error instanceof Error ? error.message : ''}`
    }
  }

  function logOut(): void {
    const old = token
    token = null
    message.value = ''
    logout.disabled = true
    for (const element of elements) element.removeAttribute('session-token')
    if (old) void revoke(old)
  }

  picker.append(new Option('– nicht angemeldet –', ''), ...accounts.map(optionOf))
  const logInChosen = () => void logIn(accounts[Number(picker.value || -1)])
  picker.addEventListener('change', () => {
    choose(picker.value)
    logInChosen()
  })
  logout.addEventListener('click', () => {
    choose('')
    explain(undefined)
    logOut()
  })
  // The element's own menu has an 'Abmelden' too.
  for (const element of elements)
    element.addEventListener('session-end', () => {
      if (!token) return
      choose('')
      explain(undefined)
      logOut()
    })
  scheme.addEventListener('change', () => {
    document.documentElement.style.colorScheme = scheme.value
  })
  panel.hidden = false
  const chosen = sessionStorage.getItem(chosenKey) ?? ''
  if (!accounts[Number(chosen || -1)]) return
  picker.value = chosen
  logInChosen()
}

function optionOf(account: ListedAccount, index: number): HTMLOptionElement {
  return new Option(accountLabel(account), String(index))
}

function control<Kind extends HTMLElement>(panel: HTMLFormElement, name: string, kind: new () => Kind): Kind {
  const found = panel.elements.namedItem(name)
  if (!(found instanceof kind)) throw new Error(`The demo panel has no control named ${name}`)
  return found
}
