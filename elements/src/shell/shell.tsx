import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { CallError } from '../client/call-error.ts'
import type { SessionState } from '../client/session-state.ts'
import { useAppContext } from '../context/app-context.ts'
import { usePasskeys } from '../data/backend-feature.ts'
import { useProfile } from '../data/profile.ts'
import { ProviderLinksView, ContentView, ShellView } from '../first-paint/shell-view.tsx'
import { LoadFailed } from '../parts/load-failed.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useText } from '../texts/texts.ts'
import { AuthenticatedLayout } from './authenticated-layout.tsx'
import { withRetry } from './code-failed.tsx'
import { loadWithQueries, readAhead } from './load-screen.tsx'
import { forgetLinkedLogin, wayOfLogin } from './login/linked-login.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { HideWhileAsked, ReturnFocus } from './place/focus-on-navigate.tsx'
import { SaveMessage } from './save-message.tsx'
import './shell-states.css'

const Login = withRetry(() => import('./login/login.tsx'))
/** Nobody misses an offer whose code cannot be loaded. */
const PasskeyOffer = lazy(async () => {
  const none = () => null
  return { default: await loadWithQueries(() => import('./login/passkey-offer.tsx')).catch(() => none) }
})
const NewPassword = withRetry(() => import('./login/new-password.tsx'))

/**
 * Renders the customer center: a login, or the screens. The login of an expired session covers the screen, which stays
 * mounted.
 */
export function Shell({ state }: { state: SessionState }) {
  const text = useText()
  const app = useAppContext()
  const { config, session } = app
  const { profile } = session
  const identifyingOf = () => session.identifying
  const identifying = useSyncExternalStore(session.subscribe, identifyingOf, identifyingOf)
  // The list of the screen that the address names is read while it is asked who is logged in.
  useEffect(() => {
    if (identifying !== undefined && !profile) void readAhead(app, identifying)
  }, [app, identifying, profile])
  // A person who is in needs no login filled in.
  useEffect(() => (state === 'in' ? forgetLinkedLogin() : undefined), [state])
  const hasPasskeys = usePasskeys()
  const asksForPasskey = hasPasskeys && wayOfLogin(session) === 'password'
  return (
    <ShellView>
      {state === 'starting' && <Skeleton />}
      {(state === 'in' || state === 'expired') && <Content covered={state === 'expired'} />}
      {(state === 'out' || state === 'expired') && <Login expired={state === 'expired'} />}
      <ProviderLinksView text={text} config={config} />
      <OfflineNotice />
      {state === 'in' && asksForPasskey && (
        <Suspense>
          <PasskeyOffer />
        </Suspense>
      )}
      <SaveMessage />
    </ShellView>
  )
}

function Content({ covered }: { covered: boolean }) {
  const text = useText()
  const { session } = useAppContext()
  const { newPassword } = useSyncExternalStore(session.subscribe, session.snapshot, session.snapshot)
  const { profile, error, busy, reload } = useProfile()
  const reason = (error instanceof CallError && error.firstError) || undefined
  const isCovered = covered || newPassword !== null
  const isUnknown = !profile && !covered && !newPassword
  return (
    <>
      {profile && (
        <ContentView covered={isCovered}>
          <AuthenticatedLayout key={profile.emailAddress} profile={profile} />
          <HideWhileAsked />
          {isCovered && <ReturnFocus />}
        </ContentView>
      )}
      {isUnknown && !error && <Skeleton />}
      {isUnknown && error !== null && (
        <LoadFailed message={text('state.failed')} reason={reason} busy={busy} onRetry={reload} />
      )}
      {newPassword && <NewPassword reason={newPassword.reason} overScreen={profile !== null} covered={covered} />}
    </>
  )
}
