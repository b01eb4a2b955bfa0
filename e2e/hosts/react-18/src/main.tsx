import { type ConfigOverrides, CustomerCenter } from '@customer-center/elements/react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

const config: ConfigOverrides = {
  allowedRoutes: ['mydata', 'mydata/contacts', 'scripts', 'invoices', 'confirmations', 'confirmations/education']
}

function Shop() {
  const [page, setPage] = useState('account')
  const [route, setRoute] = useState('')
  return (
    <>
      <nav>
        <button onClick={() => setPage('account')}>Konto</button>
        <button onClick={() => setPage('cart')}>Warenkorb</button>
        <output id="route">{route}</output>
      </nav>
      {page === 'cart' ? (
        <h1>Warenkorb</h1>
      ) : (
        <CustomerCenter
          configUrl="http://127.0.0.1:4390/elements/assets/config.prod.json"
          config={config}
          onRouteChange={({ detail }) => setRoute(detail.route)}
        >
          <p>Ihr Kundenkonto wird geladen.</p>
        </CustomerCenter>
      )}
    </>
  )
}

const root = document.querySelector('#shop')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Shop />
    </StrictMode>
  )
