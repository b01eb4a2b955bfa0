import { createRoot } from 'react-dom/client'

// The least that a React page can do: six tiles in a shadow root, no data, no routes, no texts.
const names = ['Meine Daten', 'Skripte', 'Webinare', 'Bestellungen', 'Rechnungen', 'Bestätigungen']
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
    {names.map((name) => (
      <li key={name}>
        <a data-tile href="#/">
          {name}
        </a>
      </li>
    ))}
  </ul>
)
