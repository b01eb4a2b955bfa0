import { timeZone } from '@customer-center/contract/dates'
import type { Page } from '../../platform/http/page/page.ts'
import { fillText } from '../../platform/lib/fill-text.ts'
import { Html, html } from '../../platform/lib/html.ts'
import type { IssuedLetter } from './issued-letter.repository.ts'
import { letterDetails, type VerifyPageTexts } from './letter-details.ts'
import { serialCharacters, serialNumberLength } from './serial-number.ts'
import type { VerificationResult } from './verify.ts'

const nothing = new Html('')
const tones = {
  genuine: 'good',
  several: 'good',
  revoked: 'bad',
  severalRevoked: 'bad',
  changed: 'bad',
  unknown: 'warning',
  unknownFile: 'warning',
  forged: 'warning',
  wrongNumber: 'warning',
  wrongLength: 'warning',
  failed: 'warning'
} as const
/** Lines of the icon for each tone, in a square of 20 units. */
const signs = {
  good: 'm4 10.5 4 4 8-9',
  bad: 'm5 5 10 10M15 5 5 15',
  warning: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Zm0-11v4.5m0 2.5v.01'
} as const
const dayInVienna = new Intl.DateTimeFormat('de-AT', {
  timeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric'
})

// The heading states the result in words, so that nobody depends on colour or icon.
function box(
  texts: VerifyPageTexts,
  kind: keyof typeof tones,
  values: Readonly<Record<string, string | number>>,
  more: Html
): Html {
  const tone = tones[kind]
  return html`<section class="result ${tone}" aria-labelledby="result" role="status">
    <h2 id="result">
      <svg viewBox="0 0 20 20" aria-hidden="true"><path d="${signs[tone]}" /></svg>${fillText(texts[kind], values)}
    </h2>
    <p>${fillText(texts[`${kind}Text`], values)}</p>
    ${more}
  </section>`
}

const revocationDay = ({ revokedAt }: IssuedLetter): string => (revokedAt ? dayInVienna.format(revokedAt) : '')

function detailsOf(texts: VerifyPageTexts, letter: IssuedLetter): Html {
  const { provider, renamed } = letter
  return html`${letterDetails(texts, letter)}${renamed ? html`<p>${fillText(texts.renamed, { provider })}</p>` : nothing}`
}

/**
 * Renders the result for a file with several letters. The head counts the letters that are not genuine, and each of
 * these letters is marked.
 */
function severalBox(texts: VerifyPageTexts, letters: readonly [IssuedLetter, ...IssuedLetter[]]): Html {
  const revoked = letters.filter(({ revokedAt }) => revokedAt !== null).length
  const values = { count: letters.length, revoked, provider: letters[0].provider }
  const details = letters.map((letter) => {
    const { participant } = letter.letter.content
    const day = revocationDay(letter)
    return html`<h3>${day === '' ? participant : fillText(texts.revokedOf, { participant, day })}</h3>
      ${detailsOf(texts, letter)}`
  })
  return box(texts, revoked > 0 ? 'severalRevoked' : 'several', values, html`${details}`)
}

export function resultBox(texts: VerifyPageTexts, result: VerificationResult): Html {
  // The heading introduces the forms below a result, which check another letter.
  if ('letters' in result) return html`${severalBox(texts, result.letters)}${moreHeading(texts)}`
  if (!('letter' in result)) return box(texts, result.kind, {}, nothing)
  const { letter, kind } = result
  const values = { provider: letter.provider, day: revocationDay(letter) }
  return html`${box(texts, kind, values, detailsOf(texts, letter))}${moreHeading(texts)}`
}

const moreHeading = ({ more }: VerifyPageTexts): Html => html`<h2 class="more">${more}</h2>`

/** Renders the box for an input that could not be checked. */
export function failureBox(texts: VerifyPageTexts, sentence: string): Html {
  return box(texts, 'failed', { sentence }, nothing)
}

export function wrongNumberBox(texts: VerifyPageTexts, typed: string): Html {
  const { length } = serialCharacters(typed)
  const kind = length === serialNumberLength ? 'wrongNumber' : 'wrongLength'
  return box(texts, kind, { count: length }, nothing)
}

function heading(texts: VerifyPageTexts, result: Html | undefined): Html {
  const outcome = result && />([^<>]+)<\/h2>/.exec(result.text)?.[1]?.trim()
  return outcome === undefined ? html`${texts.title}` : html`${new Html(outcome)} – ${texts.title}`
}

/**
 * Renders the whole page. Both forms work without script.
 * @param base path of the page, with which its links begin
 * @param number the invalid number that was typed, for correction
 */
export function verificationPage(texts: VerifyPageTexts, base: string, result?: Html, number = ''): Page {
  return {
    title: heading(texts, result),
    stylesheet: `${base}/page.css`,
    width: 'document',
    head: html`<script src="${base}/page.js" defer></script>`,
    main: html`<h1>${texts.title}</h1>
      ${result ?? html`<p class="lead">${texts.lead}</p>`}
      <div class="ways">
        <form method="post" action="${base}">
          <h2>${texts.numberTitle}</h2>
          <label for="number">${texts.numberLabel}</label>
          <input
            id="number"
            name="number"
            value="${number}"
            required
            maxlength="40"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck="false"
            aria-describedby="number-hint"
          />
          <p class="hint" id="number-hint">
            ${fillText(texts.numberHint, { example: '7K3M\u{2011}9QXR\u{2011}2BVR' })}
          </p>
          <button>${texts.numberButton}</button>
        </form>
        <form method="post" action="${base}/file" enctype="multipart/form-data">
          <h2>${texts.fileTitle}</h2>
          <div class="file">
            <label for="file">${texts.fileLabel}</label>
            <output id="file-name" for="file"></output>
            <input
              id="file"
              name="file"
              type="file"
              required
              accept="application/pdf,.pdf"
              aria-describedby="file-name file-hint"
            />
          </div>
          <p class="hint" id="file-hint">${texts.fileHint}</p>
          <button class="quiet">${texts.fileButton}</button>
        </form>
      </div>
      <section class="scan">
        <h2>${texts.scanTitle}</h2>
        <p>${texts.scanText}</p>
        <noscript><p>${texts.noScript}</p></noscript>
      </section>
      <form method="post" action="${base}" id="scanned" hidden><input type="hidden" name="code" /></form>
      <p class="hint">${texts.privacy}</p> `
  }
}

/**
 * Script that sends the scanned code, the fragment of the address, as a form. It first removes the code from the
 * address, so that the browser's history keeps no key to a letter. It also shows the name of the chosen file, because
 * the browser would show it with words in the browser's language.
 */
export const pageScript = `function check() {
  const code = location.hash.slice(1)
  if (code === '') return
  history.replaceState(null, '', location.pathname)
  const form = document.getElementById('scanned')
  form.elements.namedItem('code').value = code
  form.submit()
}
addEventListener('hashchange', check)
check()
const file = document.getElementById('file')
const nameFile = () => (document.getElementById('file-name').textContent = file.files[0]?.name ?? '')
file.addEventListener('change', nameFile)
// A page that the browser kept may have its file already.
addEventListener('pageshow', nameFile)
`
