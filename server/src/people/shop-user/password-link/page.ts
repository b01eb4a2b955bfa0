import { shopUserFields } from '@customer-center/contract/shop-user'
import type { findMistake } from '../../../account/index.ts'
import { changeableTexts } from '../../../platform/config/own-texts.ts'
import { type Page, cardPage, sentencePage } from '../../../platform/http/page/page.ts'
import { fillText } from '../../../platform/lib/fill-text.ts'
import { html, type Html } from '../../../platform/lib/html.ts'
import type { LinkOwner } from '../../mail/index.ts'
import { type Done, type KnownLogin, loginUrl } from './known-login.ts'
import shippedTexts from './texts.json' with { type: 'json' }

export const passwordPageTexts = changeableTexts('password-page', shippedTexts)

type Texts = ReturnType<typeof passwordPageTexts>

const limits = (least: number) => ({ least: String(least), most: String(shopUserFields.password.max) })

type PasswordMistake = NonNullable<Awaited<ReturnType<typeof findMistake>>>

/** Sentences of a password field: its rule, the mistake that the script finds, and the one that the server found. */
interface FieldState {
  readonly hint: string
  readonly fault: string
  readonly mistake: string | undefined
  readonly focused: boolean
}

/** Renders one password field, with its rule and a line for its mistake; the script shows the eye. */
function field(name: 'password' | 'repeat', texts: Texts, { hint, fault, mistake, focused }: FieldState): Html {
  const [show, hide] = name === 'password' ? [texts.show, texts.hide] : [texts.showBoth, texts.hideBoth]
  return html`<label for="${name}">${texts[name]} *</label>
    <div class="secret">
      <input
        id="${name}"
        name="${name}"
        type="password"
        required
        autocomplete="new-password"
        autocapitalize="none"
        spellcheck="false"
        aria-describedby="${hint ? html`${name}-hint ` : ''}${name}-mistake"
        aria-invalid="${String(mistake !== undefined)}"
        ${focused ? html`autofocus` : ''}
      />
      <button type="button" class="eye" hidden aria-label="${show}" data-password="${show}" data-text="${hide}">
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path d="M2 10s3-5.5 8-5.5 8 5.5 8 5.5-3 5.5-8 5.5S2 10 2 10Zm8 2.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z" />
          <path class="hidden" d="m3.5 16.5 13-13" />
        </svg>
      </button>
    </div>
    ${hint ? html`<p id="${name}-hint" class="hint">${hint}</p>` : ''}
    <p id="${name}-mistake" class="mistake" role="status" data-fault="${fault}">${mistake ?? ''}</p>`
}

/** Mistakes in the two fields; a field without one is left out. */
export interface Mistakes {
  readonly password?: PasswordMistake | undefined
  readonly repeat?: 'different' | undefined
}

/** Renders the form; it works without script. */
export function formPage(
  texts: Texts,
  { customerNumber, emailAddress }: LinkOwner,
  least: number,
  { password, repeat }: Mistakes = {}
): Page {
  const sentence = (id: PasswordMistake | 'hint') => fillText(texts[id], limits(least))
  const isSecond = password === undefined && repeat !== undefined
  const first = { hint: sentence('hint'), fault: sentence('tooShort'), mistake: password && sentence(password) }
  const second = { hint: '', fault: texts.different, mistake: repeat && texts.different }
  const wrongTitle = `${texts.error}: ${texts.title}`
  const page = cardPage(
    password || repeat ? wrongTitle : texts.title,
    html`<h1>${texts.title}</h1>
      <p>${texts.lead}</p>
      <form method="post" novalidate data-least="${String(least)}" data-wrong="${wrongTitle}">
        <dl>
          <div>
            <dt>${texts.customerNumber}</dt>
            <dd>${customerNumber}</dd>
          </div>
          <div>
            <dt>${texts.userName}</dt>
            <dd>${emailAddress}</dd>
          </div>
        </dl>
        <input type="hidden" name="username" autocomplete="username" value="${emailAddress}" />
        ${field('password', texts, { ...first, focused: !isSecond })}
        ${field('repeat', texts, { ...second, focused: isSecond })}
        <button>${texts.button}</button>
      </form>`
  )
  return { ...page, head: html`<script src="page.js" defer></script>` }
}

/**
 * Script that shows the passwords at a press of the eye, and names a mistake as the elements do: when a field is left,
 * and before the form is sent, so that both inputs stay.
 */
export const pageScript = `const form = document.forms[0]
const { password, repeat } = form.elements
const eyes = form.querySelectorAll('.eye')
function show(type) {
  password.type = repeat.type = type
  for (const eye of eyes) eye.setAttribute('aria-label', eye.dataset[type])
}
for (const eye of eyes) {
  eye.hidden = false
  eye.onclick = () => show(password.type === 'text' ? 'password' : 'text')
}
let isTried = false
function check(isDone) {
  isTried ||= isDone
  const isDifferent = (isTried || repeat.value !== '') && repeat.value !== password.value
  const fields = [[repeat, isDifferent], [password, password.value.length < form.dataset.least]]
  for (const [input, isWrong] of fields) {
    const line = document.getElementById(input.id + '-mistake')
    input.setAttribute('aria-invalid', isWrong)
    line.textContent = isWrong ? line.dataset.fault : ''
    if (isWrong && isDone) input.focus(), input.select()
  }
  return fields.every(([, isWrong]) => !isWrong)
}
form.onchange = () => check(false)
// A press would leave the field, and the sentence that this takes away would move the button from under the pointer.
form.querySelector('button:not(.eye)').onmousedown = (event) => event.preventDefault()
form.onsubmit = () => {
  const isRight = check(true)
  // Browsers offer to keep a password only if it is no text.
  if (isRight) show('password')
  else document.title = form.dataset.wrong
  return isRight
}
`

/**
 * Renders the same page for every invalid link, so that visitors learn no reason; they can have a new link mailed.
 * @param typed a text that the visitor entered as an address, but that is none
 */
export function invalidPage(texts: Texts, typed?: string): Page {
  const wrong = typed !== undefined
  return sentencePage(
    texts.invalidTitle,
    texts.invalid,
    html`<form method="post" action="neu" novalidate>
      <label for="email-address">${texts.emailAddress}</label>
      <input
        id="email-address"
        name="emailAddress"
        type="email"
        required
        maxlength="254"
        autocomplete="email"
        value="${typed ?? ''}"
        aria-describedby="email-address-help"
        aria-invalid="${String(wrong)}"
        autofocus
      />
      <p id="email-address-help" class="${wrong ? 'mistake' : 'hint'}">
        ${wrong ? texts.invalidAddress : texts.newLinkHint}
      </p>
      <button>${texts.newLink}</button>
    </form>`
  )
}

/** Renders the same page for every address, known or not. */
export function requestedPage(texts: Texts): Page {
  return sentencePage(texts.requestedTitle, texts.requested)
}

/** Renders the link to the login. */
export const shopLink = (label: string, shopUrl: string): Html =>
  html`<p><a class="button" href="${shopUrl}" rel="noreferrer">${label}</a></p>`

interface DonePage {
  readonly title: string
  readonly sentence: string
  readonly toShop: string
  readonly shopUrl: string
  readonly login: KnownLogin | undefined
  readonly done: Done
}

/**
 * Renders the page that reports success and links to the login. If the shop's login form can be filled in, the page
 * goes on to it at once, and the login page reports the success; the link is for browsers that stay. An HTTP redirect
 * to another host would be blocked by `form-action 'self'`.
 */
export function donePage({ title, sentence, toShop, shopUrl, login, done }: DonePage): Page {
  const next = login ? loginUrl(shopUrl, login, done) : null
  const page = sentencePage(title, sentence, shopLink(toShop, next ?? shopUrl))
  return next === null ? page : { ...page, head: html`<meta http-equiv="refresh" content="0; url=${next}" />` }
}
