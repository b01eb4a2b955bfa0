import { lazy, Suspense, useSyncExternalStore } from 'react'
import { CallError } from '../client/call-error.ts'
import { useAppContext } from '../context/app-context.ts'
import type { SessionState } from '../client/session.ts'
import { useProfile } from '../data/profile.ts'
import { LoadFailed } from '../parts/load-failed.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useText } from '../texts/texts.ts'
import { Inside } from './inside.tsx'
import { Offline } from './offline.tsx'
import { ContentView, ShellView } from './shell-view.tsx'

const Login = lazy(() => import('./login.tsx'))
const NewPassword = lazy(() => import('./new-password.tsx'))

/** The element's frame: a login, or what is behind it. An expired session's login lies over the screen, which stays. */
export function Shell({ state }: { state: SessionState }) {
  return (
    <ShellView>
      {state === 'starting' && <Skeleton />}
      {(state === 'in' || state === 'expired') && <Content covered={state === 'expired'} />}
      {(state === 'out' || state === 'expired') && (
        <Suspense fallback={<Skeleton />}>
          <Login expired={state === 'expired'} />
        </Suspense>
      )}
      <Offline />
    </ShellView>
  )
}

function Content({ covered }: { covered: boolean }) {
  const text = useText()
  const { session } = useAppContext()
  const { newPassword } = useSyncExternalStore(session.subscribe, session.view, session.view)
  const { profile, error, busy, reload } = useProfile()
  const reason = (error instanceof CallError && error.firstError) || undefined
  const unknown = !profile && !covered && !newPassword
  return (
    <>
      {profile && (
        <ContentView covered={covered || newPassword !== null}>
          <Inside key={profile.emailAddress} profile={profile} />
        </ContentView>
      )}
      {unknown && !error && <Skeleton />}
      {unknown && error !== null && (
        <LoadFailed message={text('state.failed')} reason={reason} busy={busy} onRetry={reload} />
      )}
      {newPassword && (
        <Suspense fallback={<Skeleton />}>
          <NewPassword reason={newPassword.reason} over={profile !== null} covered={covered} />
        </Suspense>
      )}
    </>
  )
}
