import { lazy, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'

const Table = lazy(() => import('./contact-table.tsx'))

/** Fetches and draws the table at a click, as our screen is fetched and drawn when a person opens it. */
function Floor() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" data-open onClick={() => setOpen(true)}>
        Kontakte
      </button>
      {open && (
        <Suspense>
          <Table />
        </Suspense>
      )}
    </>
  )
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(
  '.box{max-block-size:calc(100dvb - 16em);overflow:auto}table{inline-size:100%;table-layout:fixed}th,td{text-align:start}td{block-size:60px}'
)
const place = document.querySelector('#place')
if (!place) throw new Error('The page has no place for the table.')
const shadow = place.attachShadow({ mode: 'open' })
shadow.adoptedStyleSheets = [sheet]
createRoot(shadow).render(<Floor />)
