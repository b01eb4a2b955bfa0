import { useAppContext } from '../context/app-context.ts'
import { absoluteUrl } from '../lib/absolute-url.ts'
import { useText } from '../texts/texts.ts'
import { addStyles } from '../theme/sheet.ts'
import css from './provider-links.css?inline'
import { useIsHydrated } from './use-is-hydrated.ts'

addStyles(css)

const names = ['imprint', 'privacy', 'accessibility', 'help'] as const

/** The provider's own pages, at the foot of the element; an address that is not one of the web is left out. */
export function ProviderLinks() {
  const text = useText()
  const { links } = useAppContext().config
  // The view that is painted before React has none, and both have to be the same at first.
  const isHydrated = useIsHydrated()
  const shown = names.flatMap((name) => {
    const address = webAddress(links[name])
    return address === null ? [] : [{ name, address }]
  })
  if (!isHydrated || shown.length === 0) return null
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

function webAddress(given: string | undefined): string | null {
  const address = given ? absoluteUrl(given, new URL(document.baseURI)) : null
  return address !== null && /^https?:/.test(address) ? address : null
}
