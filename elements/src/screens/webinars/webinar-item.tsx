import { toGermanDate } from '@customer-center/contract/dates'
import type { Webinar } from '@customer-center/contract/webinar'
import { webAddressOf } from '../../data/webinar.ts'
import { Item } from '../../parts/item-list.tsx'
import { MarkedText } from '../../parts/marked-text.tsx'
import { useText } from '../../texts/texts.ts'

interface WebinarItemProps {
  webinar: Webinar
  /** Its last day is over. Its link stays: a backend that closes it sends none (section 2). */
  expired: boolean
}

/** A webinar's caption, how long it is valid, and its link; an invalid web address has no link. */
export function WebinarItem({ webinar, expired }: WebinarItemProps) {
  const text = useText()
  const address = webAddressOf(webinar.videolink)
  const link = text(webinar.isPDFLink ? 'webinars.script' : 'webinars.webinar')
  const caption = webinar.caption ?? '–'
  const date = toGermanDate(webinar.expiryDate)
  const detail = date && (
    <>
      <span>
        <MarkedText>{text('webinars.validUntil', { date })}</MarkedText>
      </span>
      {expired && <span>{` · ${text('webinars.expired')}`}</span>}
    </>
  )
  return (
    <Item part="webinar" title={<MarkedText>{caption}</MarkedText>} detail={detail}>
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
