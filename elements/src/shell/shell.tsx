import { BusinessError } from '@customer-center/contract/envelope'
import { lazy, Suspense } from 'react'
import { CallError } from '../client/call-error.ts'
import type { SessionState } from '../client/session.ts'
import { useProfile } from '../data/profile.ts'
import { LoadFailed } from '../parts/load-failed.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useText } from '../texts/texts.ts'
import { addStyles } from '../theme/sheet.ts'
import { Inside } from './inside.tsx'
import { Offline } from './offline.tsx'
import css from './shell.css?inline'

addStyles(css)

const Login = lazy(() => import('./login.tsx'))
const NewPassword = lazy(() => import('./new-password.tsx'))

/** The element's frame: a login, or what is behind it. An expired session's login lies over the screen, which stays. */
export function Shell({ state }: { state: SessionState }) {
  return (
    <div className="kc-shell" part="shell">
      <Offline />
      {state === 'starting' && <Skeleton />}
      {(state === 'in' || state === 'expired') && <Content covered={state === 'expired'} />}
      {(state === 'out' || state === 'expired') && (
        <Suspense fallback={<Skeleton />}>
          <Login expired={state === 'expired'} />
        </Suspense>
      )}
    </div>
  )
}

function Content({ covered }: { covered: boolean }) {
  const text = useText()
  const { profile, error, busy, reload } = useProfile()
  if (profile)
    return (
      <div className="kc-content" inert={covered}>
        <Inside key={profile.emailAddress} profile={profile} />
      </div>
    )
  if (covered) return null
  if (!error) return <Skeleton />
  const reason = (error instanceof CallError && error.firstError) || undefined
  if (error instanceof CallError && error.restCode === BusinessError.passwordMustChange)
    return (
      <Suspense fallback={<Skeleton />}>
        <NewPassword reason={reason ?? null} onDone={reload} />
      </Suspense>
    )
  return <LoadFailed message={text('state.failed')} reason={reason} busy={busy} onRetry={reload} />
}
