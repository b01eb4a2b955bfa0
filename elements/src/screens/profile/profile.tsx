import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type AppContext, useAppContext } from '../../context/app-context.ts'
import { useBackendFeature, usePasskeys } from '../../data/backend-feature.ts'
import { currentShopUser } from '../../data/shop-user.ts'
import { QueryState } from '../../forms/query-state.tsx'
import { Heading } from '../../parts/heading.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { CalendarSection } from './calendar-section.tsx'
import { DataCopySection } from './data-copy-section.tsx'
import { EmailChangeNotice } from './email-change-notice.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionSection } from './session-section.tsx'

export const readAhead = (app: AppContext, queries: QueryClient) => queries.prefetchQuery(currentShopUser(app))

/** Renders the logged-in shop user. */
export default function Profile() {
  const text = useText()
  const hasCalendar = useBackendFeature('calendar')
  const confirmsEmail = useBackendFeature('email-confirmation')
  const hasSessions = useBackendFeature('sessions')
  const hasDataCopy = useBackendFeature('data-copy')
  const hasPasskeys = usePasskeys()
  const query = useQuery(currentShopUser(useAppContext()))
  return (
    <>
      <Heading>{text('profile.heading')}</Heading>
      {query.data && confirmsEmail && <EmailChangeNotice />}
      <QueryState query={query} failed={text('profile.failed')} skeleton={<Skeleton rows={6} />}>
        {(row) => <ProfileForm row={row} />}
      </QueryState>
      {query.data && hasCalendar && <CalendarSection />}
      {query.data && hasPasskeys && <PasskeySection />}
      {query.data && hasSessions && <SessionSection />}
      {query.data && hasDataCopy && <DataCopySection />}
    </>
  )
}
