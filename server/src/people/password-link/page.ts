import { defineTexts } from '../../platform/config/own-texts.ts'
import { type Page, cardPage, sentencePage } from '../../platform/http/page.ts'
import { fillText } from '../../platform/lib/fill-text.ts'
import { html, type Html } from '../../platform/lib/html.ts'
import type { LinkOwner } from '../password-mail/password-mail.repository.ts'
import { type Done, type KnownLogin, loginUrl } from './known-login.ts'
import shippedTexts from './texts.json' with { type: 'json' }

export const passwordPageTexts = defineTexts('password-page', shippedTexts)

type Texts = ReturnType<typeof passwordPageTexts>

/** The id of the text about a mistake in the input. */
export type Mistake = 'tooShort' | 'tooLong' | 'different' | 'common' | 'own'

export const longestPassword = 200

const limits = (least: number) => ({ least: String(least), most: String(longestPassword) })

interface FieldState {
  readonly wrong: boolean
  readonly focused: boolean
}

/** Renders one password field, with its hint or its mistake. */
function field(name: 'password' | 'repeat', label: string, help: string, { wrong, focused }: FieldState): Html {
  return html`<label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="password"
      required
      autocomplete="new-password"
      aria-describedby="${name}-help"
      aria-invalid="${String(wrong)}"
      ${focused ? html`autofocus` : ''}
    />
    <p id="${name}-help" class="${wrong ? 'mistake' : 'hint'}">${help}</p>`
}

/** Renders the form; it works without script. */
export function formPage(
  texts: Texts,
  { customerNumber, emailAddress }: LinkOwner,
  least: number,
  mistake?: Mistake
): Page {
  const second = mistake === 'different'
  const first = mistake !== undefined && !second
  return cardPage(
    mistake ? `${texts.error}: ${texts.title}` : texts.title,
    html`<h1>${texts.title}</h1>
      <p>${texts.lead}</p>
      <form method="post">
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
        ${field('password', texts.password, fillText(texts[first ? mistake : 'hint'], limits(least)), {
          wrong: first,
          focused: !second
        })}
        ${field('repeat', texts.repeat, second ? texts.different : '', { wrong: second, focused: second })}
        <button>${texts.button}</button>
      </form>`
  )
}

/**
 * Renders the same page for every invalid link, so that visitors learn no reason; they can have a new link mailed.
 * @param typed a text that the visitor entered as an address, but that is none
 */
export function invalidPage(texts: Texts, typed?: string): Page {
  const wrong = typed !== undefined
  return sentencePage(
    texts.invalidTitle,
    texts.invalid,
    html`<form method="post" action="neu">
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

/** Renders the link to the login, if the server knows it. */
export function shopLink(label: string, shopUrl: string): Html | '' {
  return shopUrl === '' ? '' : html`<p><a class="button" href="${shopUrl}" rel="noreferrer">${label}</a></p>`
}

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
