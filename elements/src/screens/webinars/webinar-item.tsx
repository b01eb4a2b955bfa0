import { toGermanDate } from '@customer-center/contract/dates'
import type { Webinar } from '@customer-center/contract/webinar'
import { webAddressOf } from '../../data/webinar.ts'
import { useText } from '../../texts/texts.ts'

/** A webinar's caption, how long it is valid, and its link; an invalid web address has no link. */
export function WebinarItem({ webinar }: { webinar: Webinar }) {
  const text = useText()
  const address = webAddressOf(webinar.videolink)
  const link = text(webinar.isPDFLink ? 'webinars.script' : 'webinars.webinar')
  const caption = webinar.caption ?? '–'
  const date = toGermanDate(webinar.expiryDate)
  return (
    <li part="webinar">
      <div>
        <p>{caption}</p>
        {date && <p className="kc-valid">{text('webinars.validUntil', { date })}</p>}
      </div>
      {address && (
        <a
          className="kc-button kc-quiet"
          part="button button-quiet"
          href={address}
          target="_blank"
          rel="noopener"
          aria-label={text('webinars.linkName', { link, caption })}
        >
          {link}
        </a>
      )}
    </li>
  )
}
