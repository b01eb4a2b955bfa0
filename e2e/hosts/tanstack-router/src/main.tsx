import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
  useNavigate
} from '@tanstack/react-router'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
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
        <button onClick={() => navigate({ to: '/' })}>Konto</button>
        <button onClick={() => navigate({ to: '/warenkorb' })}>Warenkorb</button>
        <Link to="/" hash="/invoices">
          Rechnungen im Konto
        </Link>
        <Link to="/" hash="/mydata/contacts">
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

const rootRoute = createRootRoute({ component: Shop })
const routeTree = rootRoute.addChildren([
  createRoute({ getParentRoute: () => rootRoute, path: '/', component: Account }),
  createRoute({ getParentRoute: () => rootRoute, path: '/warenkorb', component: () => <h1>Warenkorb</h1> })
])
const router = createRouter({ routeTree, defaultViewTransition: true, scrollRestoration: true })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

const root = document.querySelector('#shop')
if (root)
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
