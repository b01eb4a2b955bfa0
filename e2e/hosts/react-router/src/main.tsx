import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Link, Outlet, RouterProvider, useNavigate } from 'react-router'
import { type ConfigOverrides, CustomerCenter } from '@customer-center/elements/react'
import { getToken, logIn, logOut, type User } from '../../shop/login'

const config: ConfigOverrides = {
  allowedRoutes: ['mydata', 'mydata/contacts', 'scripts', 'invoices', 'confirmations', 'confirmations/education']
}

function Shop() {
  const navigate = useNavigate()
  return (
    <>
      <nav>
        <button onClick={() => navigate('/', { viewTransition: true })}>Konto</button>
        <button onClick={() => navigate('/warenkorb', { viewTransition: true })}>Warenkorb</button>
        <Link to="/#/invoices" viewTransition>
          Rechnungen im Konto
        </Link>
        <Link to="/#/mydata/contacts" viewTransition>
          Teilnehmer im Konto
        </Link>
      </nav>
      <Outlet />
    </>
  )
}

function Account() {
  const [route, setRoute] = useState('')
  const [user, setUser] = useState<User | null>(null)
  return (
    <>
      <button onClick={() => setUser(logIn('anna'))}>Anna</button>
      <button onClick={() => setUser(logIn('berta'))}>Berta</button>
      <button onClick={() => setUser(logOut())}>Niemand</button>
      <output id="route">{route}</output>
      <CustomerCenter
        key={user?.id}
        fetchToken={user ? getToken : null}
        configUrl="http://127.0.0.1:4390/elements/assets/config.prod.json"
        config={config}
        onRouteChange={({ detail }) => setRoute(detail.route)}
      >
        <p>Ihr Kundenkonto wird geladen.</p>
      </CustomerCenter>
    </>
  )
}

const router = createBrowserRouter([
  {
    path: '/',
    Component: Shop,
    children: [
      { index: true, Component: Account },
      { path: 'warenkorb', element: <h1>Warenkorb</h1> }
    ]
  }
])

const root = document.querySelector('#shop')
if (root)
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
