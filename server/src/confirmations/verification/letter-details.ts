import { germanDateRange, toGermanDate } from '@customer-center/contract/dates'
import { changeableTexts } from '../../platform/config/own-texts.ts'
import { fillText } from '../../platform/lib/fill-text.ts'
import { type Html, html } from '../../platform/lib/html.ts'
import { definitionOf, type HourRecordContent, totalHours } from '../letter/letter-content.ts'
import type { IssuedLetter } from './issued-letter.repository.ts'
import { formatSerialNumber } from './serial-number.ts'
import shippedTexts from './texts.json' with { type: 'json' }

export const verifyPageTexts = changeableTexts('verify-page', shippedTexts)

export type VerifyPageTexts = ReturnType<typeof verifyPageTexts>

// The Austrian locale groups thousands with a space; letters use a point.
const formatOf = (decimals: number) =>
  new Intl.NumberFormat('de-DE', { minimumFractionDigits: decimals, maximumFractionDigits: 2 })
const number = formatOf(0)

/** Returns a format with the same number of decimals for all values, as in the letter's table. */
function columnFormat(hours: readonly number[]): Intl.NumberFormat {
  return formatOf(Math.max(0, ...hours.map((each) => number.format(each).split(',')[1]?.length ?? 0)))
}

function row(label: string, value: string | undefined): Html {
  return value === undefined
    ? html``
    : html`<div>
        <dt>${label}</dt>
        <dd>${value}</dd>
      </div>`
}

function eventTable(texts: VerifyPageTexts, events: HourRecordContent['events']): Html {
  const { sum, missing } = totalHours(events)
  const column = columnFormat([sum, ...events.map(({ hours = 0 }) => hours)])
  const label = missing > 0 ? fillText(texts.sumOfKnown, { missing: number.format(missing) }) : texts.sum
  return html`<div class="wide" role="region" aria-label="${texts.events}" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">${texts.event}</th>
          <th scope="col" class="figure">${texts.hours}</th>
        </tr>
      </thead>
      <tbody>
        ${events.map(
          ({ caption, from, until, location, hours }) =>
            html`<tr>
              <td>
                ${caption}
                <div class="hint">
                  ${germanDateRange(from, until) || texts.anytime}${location === undefined ? '' : `, ${location}`}
                </div>
              </td>
              <td class="figure">${hours === undefined ? '–' : column.format(hours)}</td>
            </tr>`
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${label}</th>
          <td class="figure">${missing > 0 && missing === events.length ? '–' : column.format(sum)}</td>
        </tr>
      </tfoot>
    </table>
  </div>`
}

/** Lists the lines that are printed on a letter, and no other data of the letter. */
export function letterDetails(texts: VerifyPageTexts, { serialNumber, letter }: IssuedLetter): Html {
  const { kind, content } = letter
  const { facts, events } = definitionOf(letter).details(content)
  return html`<dl>
      ${row(texts.document, texts[kind])}${row(texts.number, formatSerialNumber(serialNumber))}${row(texts.issued, toGermanDate(content.date))}${row(texts.participant, content.participant)}${row(texts.customer, content.customer)}${facts.map(([label, value]) => row(texts[label], typeof value === 'number' ? number.format(value) : value))}
    </dl>
    ${events ? eventTable(texts, events) : html``}`
}
