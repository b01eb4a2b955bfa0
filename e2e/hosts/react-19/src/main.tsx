import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type ConfigOverrides, CustomerCenter } from '@customer-center/elements/react'
import { getToken, logIn, logOut, type User } from '../../shop/login'

const config: ConfigOverrides = {
  allowedRoutes: ['mydata', 'mydata/contacts', 'scripts', 'invoices', 'confirmations', 'confirmations/education']
}

function Shop() {
  const [page, setPage] = useState('account')
  const [route, setRoute] = useState('')
  const [user, setUser] = useState<User | null>(null)
  return (
    <>
      <nav>
        <button onClick={() => setPage('account')}>Konto</button>
        <button onClick={() => setPage('cart')}>Warenkorb</button>
        <button onClick={() => setUser(logIn('anna'))}>Anna</button>
        <button onClick={() => setUser(logIn('berta'))}>Berta</button>
        <button onClick={() => setUser(logOut())}>Niemand</button>
        <output id="route">{route}</output>
      </nav>
      {page === 'cart' ? (
        <h1>Warenkorb</h1>
      ) : (
        <CustomerCenter
          key={user?.id}
          fetchToken={user ? getToken : null}
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
