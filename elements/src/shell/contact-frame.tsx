import { createContact } from '@customer-center/contract/contact'
import { lazy, Suspense, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { AppContextProvider, useAppContext } from '../context/app-context.ts'
import type { SessionState } from '../client/session.ts'
import { useProfile } from '../data/profile.ts'
import { Button } from '../parts/button.tsx'
import { LoadFailed } from '../parts/load-failed.tsx'
import { Notice } from '../parts/notice.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useText } from '../texts/texts.ts'
import type { ContactOrder, ContactOrders } from './contact-order.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import type { Frame } from './life.tsx'
import { Offline } from './offline.tsx'
import { useShownKeys } from './shown-keys.ts'

const NewPassword = lazy(() => import('./new-password.tsx'))
const Login = lazy(() => import('./login.tsx'))
const Details = lazy(async () => {
  const [{ QueryProvider }, { default: ContactDetails }] = await Promise.all([
    import('./query-provider.tsx'),
    import('../screens/contacts/contact-details.tsx')
  ])
  const Reading: typeof ContactDetails = (props) => (
    <QueryProvider>
      <ContactDetails {...props} />
    </QueryProvider>
  )
  return { default: Reading }
})

/** `<customer-contact>`: a button, in whose place the contact's form opens; who is not logged in does that first. */
export function contactFrame(orders: ContactOrders): Frame {
  return function ContactFrame({ state }) {
    const order = useSyncExternalStore(orders.subscribe, orders.read)
    const { session } = useAppContext()
    const { newPassword } = useSyncExternalStore(session.subscribe, session.view)
    return (
      <div className="kc-shell kc-contact-frame" part="shell">
        {order.open && newPassword && (
          <Suspense fallback={<Skeleton />}>
            <NewPassword reason={newPassword.reason} over={session.profile !== null} covered={state === 'expired'} />
          </Suspense>
        )}
        {order.open ? (
          <Opened order={order} orders={orders} state={state} waits={newPassword !== null} />
        ) : (
          <Closed order={order} orders={orders} state={newPassword ? 'out' : state} />
        )}
        <Offline />
      </div>
    )
  }
}

interface FrameProps {
  order: ContactOrder
  orders: ContactOrders
  state: SessionState
}

const opened = new WeakSet<ContactOrders>()

function Closed({ order, orders, state }: FrameProps) {
  const text = useText()
  const button = useRef<HTMLButtonElement>(null)
  // Whoever closes the form finds the focus where it began; a page that has just come keeps its own.
  useEffect(() => {
    if (opened.delete(orders)) button.current?.focus()
  }, [orders])
  return (
    <Permitted state={state}>
      <Button
        ref={button}
        kind="primary"
        busy={state === 'starting'}
        onClick={() => {
          opened.add(orders)
          orders.change({ open: true })
        }}
      >
        {text(order.keys ? 'contact.edit' : 'contact.create')}
      </Button>
    </Permitted>
  )
}

function Opened({ order, orders, state, waits }: FrameProps & { waits: boolean }) {
  const text = useText()
  const app = useAppContext()
  const { emit } = app
  const { keys, blockNavigation } = useShownKeys(order, orders)
  const own = useMemo(() => ({ ...app, blockNavigation }), [app, blockNavigation])
  const close = () => orders.change({ open: false })
  const cancel = () => {
    close()
    emit('contact-cancel')
  }
  if (state === 'starting') return <Skeleton />
  return (
    <>
      {state !== 'out' && (
        <div className="kc-content" inert={state === 'expired' || waits}>
          <Permitted state={state}>
            <h2 tabIndex={-1} ref={focusOnce}>
              {text('contact.heading')}
            </h2>
            <ErrorBoundary fallback={<LoadFailed message={text('screen.failed')} onRetry={close} />}>
              <Suspense fallback={<Skeleton rows={6} />}>
                <AppContextProvider value={own}>
                  <Details
                    key={JSON.stringify(keys)}
                    keys={keys}
                    requireEmail={order.requireEmail}
                    onSaved={({ pvaid, contactId }) => {
                      close()
                      emit('contact-saved', { pvaid, contactId })
                    }}
                    onCancel={cancel}
                  />
                </AppContextProvider>
              </Suspense>
            </ErrorBoundary>
          </Permitted>
        </div>
      )}
      {(state === 'out' || state === 'expired') && (
        <Suspense fallback={<Skeleton />}>
          <Login expired={state === 'expired'} />
        </Suspense>
      )}
      {state === 'out' && (
        <div>
          <Button onClick={cancel}>{text('action.cancel')}</Button>
        </div>
      )}
    </>
  )
}

const focusOnce = (heading: HTMLElement | null) => heading?.focus()

/** Its children for whoever may keep contacts, or who is not known yet; a sentence for all others. */
function Permitted({ state, children }: { state: SessionState; children: React.ReactNode }) {
  if (state === 'in' || state === 'expired') return <Allowed>{children}</Allowed>
  return children
}

function Allowed({ children }: { children: React.ReactNode }) {
  const text = useText()
  const { profile, error, busy, reload } = useProfile()
  if (!profile && error) return <LoadFailed message={text('state.failed')} busy={busy} onRetry={reload} />
  if (!profile) return <Skeleton rows={1} />
  const { access } = createContact
  const allowed = Array.isArray(access) && access.includes(profile.right)
  return allowed ? children : <Notice>{text('contact.forbidden')}</Notice>
}
