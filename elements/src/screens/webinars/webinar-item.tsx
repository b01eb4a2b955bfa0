import { toGermanDate } from '@customer-center/contract/dates'
import type { Webinar } from '@customer-center/contract/webinar'
import { webAddressOf } from '../../data/webinar.ts'
import { Item } from '../../parts/item-list.tsx'
import { useText } from '../../texts/texts.ts'

/** A webinar's caption, how long it is valid, and its link; an invalid web address has no link. */
export function WebinarItem({ webinar }: { webinar: Webinar }) {
  const text = useText()
  const address = webAddressOf(webinar.videolink)
  const link = text(webinar.isPDFLink ? 'webinars.script' : 'webinars.webinar')
  const caption = webinar.caption ?? '–'
  const date = toGermanDate(webinar.expiryDate)
  return (
    <Item part="webinar" title={caption} detail={date && text('webinars.validUntil', { date })}>
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
    </Item>
  )
}
