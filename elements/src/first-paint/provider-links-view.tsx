import { linkNames } from '@customer-center/contract/runtime-config'
import { absoluteUrl } from '../lib/absolute-url.ts'
import type { ViewContext } from './render-view.ts'
import './provider-links.css'

/** The provider's own pages, at the foot of the element; an address that is not one of the web is left out. */
export function ProviderLinksView({ text, config: { links } }: Pick<ViewContext, 'text' | 'config'>) {
  const shown = linkNames.flatMap((name) => {
    const address = links[name] && absoluteUrl(links[name], new URL(document.baseURI))
    return address && /^https?:/.test(address) ? { name, address } : []
  })
  if (shown.length === 0) return null
  return (
    <nav className="kc-provider-links" part="links" aria-label={text('links.heading')}>
      <ul>
        {shown.map(({ name, address }) => (
          <li key={name}>
            <a href={address}>{text(`links.${name}`)}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
