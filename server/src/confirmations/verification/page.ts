import { timeZone } from '@customer-center/contract/dates'
import type { Page } from '../../platform/http/page.ts'
import { fillText } from '../../platform/lib/fill-text.ts'
import { Html, html } from '../../platform/lib/html.ts'
import type { IssuedLetter } from './issued-letter.repository.ts'
import { letterDetails, type VerifyPageTexts } from './letter-details.ts'
import type { VerificationResult } from './verify.ts'

const nothing = new Html('')
const icons = {
  genuine: '✓',
  revoked: '✕',
  several: '✓',
  severalRevoked: '✕',
  changed: '!',
  unknown: '?',
  unknownFile: '?',
  forged: '?',
  failed: '!'
} as const
const tones = {
  genuine: 'good',
  several: 'good',
  revoked: 'bad',
  severalRevoked: 'bad',
  changed: 'bad'
} as const satisfies Partial<Record<keyof typeof icons, string>>
const dayInVienna = new Intl.DateTimeFormat('de-AT', {
  timeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric'
})

// The heading names the result in words: nobody needs colour or icon to read it.
function box(
  texts: VerifyPageTexts,
  kind: keyof typeof icons,
  values: Readonly<Record<string, string>>,
  more: Html
): Html {
  const tone = kind in tones ? tones[kind as keyof typeof tones] : 'open'
  return html`<section class="result ${tone}" aria-labelledby="result" role="status">
    <h2 id="result"><span class="sign" aria-hidden="true">${icons[kind]}</span> ${fillText(texts[kind], values)}</h2>
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
 * Renders the result for a file with several letters, which is as good as each of them: the head counts those that are
 * not genuine, and each says so itself.
 */
function severalBox(texts: VerifyPageTexts, letters: readonly [IssuedLetter, ...IssuedLetter[]]): Html {
  const revoked = letters.filter(({ revokedAt }) => revokedAt !== null).length
  const values = { count: String(letters.length), revoked: String(revoked), provider: letters[0].provider }
  const details = letters.map((letter) => {
    const { participant } = letter.letter.content
    const day = revocationDay(letter)
    return html`<h3>${day === '' ? participant : fillText(texts.revokedOf, { participant, day })}</h3>
      ${detailsOf(texts, letter)}`
  })
  return box(texts, revoked > 0 ? 'severalRevoked' : 'several', values, html`${details}`)
}

export function resultBox(texts: VerifyPageTexts, result: VerificationResult): Html {
  if ('letters' in result) return severalBox(texts, result.letters)
  if (!('letter' in result)) return box(texts, result.kind, {}, nothing)
  const { letter, kind } = result
  return box(texts, kind, { provider: letter.provider, day: revocationDay(letter) }, detailsOf(texts, letter))
}

/** Renders the box for an input that could not be checked. */
export function failureBox(texts: VerifyPageTexts, sentence: string): Html {
  return box(texts, 'failed', { sentence }, nothing)
}

function heading(texts: VerifyPageTexts, result: Html | undefined): Html {
  const outcome = result && />([^<>]+)<\/h2>/.exec(result.text)?.[1]?.trim()
  return outcome === undefined ? html`${texts.title}` : html`${new Html(outcome)} – ${texts.title}`
}

/**
 * Renders the whole page. Both forms work without script.
 * @param base path of the page, which its links begin with
 * @param number the number that was typed and is none, to be corrected
 */
export function page(texts: VerifyPageTexts, base: string, result?: Html, number = ''): Page {
  return {
    title: heading(texts, result),
    stylesheet: `${base}/page.css`,
    head: html`<script src="${base}/page.js" defer></script>`,
    main: html`<h1>${texts.title}</h1>
      ${result ?? html`<p class="lead">${texts.lead}</p>`}
      <div class="ways">
        <form method="post" action="${base}" class="card">
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
          <p class="hint" id="number-hint">${fillText(texts.numberHint, { example: '7K3M-9QXR-2BVR' })}</p>
          <button>${texts.numberButton}</button>
        </form>
        <form method="post" action="${base}/file" enctype="multipart/form-data" class="card">
          <h2>${texts.fileTitle}</h2>
          <label for="file">${texts.fileLabel}</label>
          <input
            id="file"
            name="file"
            type="file"
            required
            accept="application/pdf,.pdf"
            aria-describedby="file-hint"
          />
          <p class="hint" id="file-hint">${texts.fileHint}</p>
          <button>${texts.fileButton}</button>
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
 * Script that sends the scanned code, which comes after the # of the address, as a form. It removes the code from the
 * address first, so that the browser's history keeps no key to a letter.
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
`
