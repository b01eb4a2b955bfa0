import { useQuery } from '@tanstack/react-query'
import { useCenter } from '../../client/center.ts'
import { sentenceOf } from '../../client/call-error.ts'
import { webinars } from '../../data/webinar.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { addStyles } from '../../theme/sheet.ts'
import { WebinarItem } from './webinar-item.tsx'
import css from './webinars.css?inline'

addStyles(css)

/** The links to webinars and their scripts (section 2, Webinars screen). */
export default function Webinars() {
  const text = useText()
  return (
    <>
      <h1>{text('webinars.heading')}</h1>
      <WebinarList />
    </>
  )
}

function WebinarList() {
  const text = useText()
  const { data, error, isFetching, refetch } = useQuery(webinars(useCenter()))
  if (data?.length === 0) return <EmptyState message={text('webinars.empty')} />
  if (data) {
    return (
      <ul className="kc-webinars">
        {data.map((webinar, index) => (
          <WebinarItem key={index} webinar={webinar} />
        ))}
      </ul>
    )
  }
  if (!error) return <Skeleton rows={6} />
  return (
    <LoadFailed
      message={text('webinars.failed')}
      reason={sentenceOf(error, '')}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
