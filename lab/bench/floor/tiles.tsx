import { createRoot } from 'react-dom/client'

// The least work of a React page: six tiles with picture and name in a shadow root; no data, no routes, no texts.
const tiles = {
  mydata: 'Meine Daten',
  scripts: 'Skripte',
  webinars: 'Webinare',
  orders: 'Bestellungen',
  invoices: 'Rechnungen',
  confirmations: 'Bestätigungen'
}
const sheet = new CSSStyleSheet()
sheet.replaceSync(
  'ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(12rem,1fr));gap:1rem;list-style:none;padding:0}a{display:block;padding:2rem;border:1px solid}'
)

const place = document.querySelector('#place')
if (!place) throw new Error('The page has no place for the tiles.')
const shadow = place.attachShadow({ mode: 'open' })
shadow.adoptedStyleSheets = [sheet]
createRoot(shadow).render(
  <ul>
    {Object.entries(tiles).map(([route, name]) => (
      <li key={name}>
        <a data-tile href="#/">
          <img src={`/elements/assets/images.svg#${route}-big`} alt="" width="72" height="72" />
          {name}
        </a>
      </li>
    ))}
  </ul>
)
