import { germanDateRange, toGermanDate } from '@customer-center/contract/dates'
import { type Html, html } from '../../platform/http/html.ts'
import type { IssuedLetter } from './issued-letter.repository.ts'
import { shownNumber } from './number.ts'
import type { Printed } from './payload.ts'
import texts from './texts.json' with { type: 'json' }

// Austria's own groups thousands with a space; the letters have a point.
const number = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 })

function row(label: string, value: string | undefined): Html {
  return value === undefined
    ? html``
    : html`<div>
        <dt>${label}</dt>
        <dd>${value}</dd>
      </div>`
}

function eventTable({ events }: Printed<'timesheet'>): Html {
  const sum = events.reduce((total, { hours }) => total + hours, 0)
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
              <td class="figure">${number.format(hours)}</td>
            </tr>`
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${texts.sum}</th>
          <td class="figure">${number.format(sum)}</td>
        </tr>
      </tfoot>
    </table>
  </div>`
}

/** What stands on a letter, and nothing else that is known of it. */
export function printedRows({ kind, number: plain, printed }: IssuedLetter): Html {
  const person = html`${row(texts.document, texts[kind])}${row(texts.number, shownNumber(plain))}${row(texts.issued, toGermanDate(printed.date))}${row(texts.participant, printed.participant)}${row(texts.customer, printed.customer)}`
  if ('events' in printed) {
    const period = germanDateRange(printed.from, printed.until)
    return html`<dl>${person}${row(texts.personNumber, printed.personNumber)}${row(texts.timesheetPeriod, period)}</dl>
      ${eventTable(printed)}`
  }
  const { event, from, until, location, hours } = printed
  return html`<dl>
    ${person}${row(texts.event, event)}${row(texts.period, germanDateRange(from, until) || undefined)}${row(texts.location, location)}${row(texts.hours, number.format(hours))}
  </dl>`
}
