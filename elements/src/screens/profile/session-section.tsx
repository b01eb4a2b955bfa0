import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAppContext } from '../../context/app-context.ts'
import { endSessions, type ListedSession, sessionList } from '../../data/session-list.ts'
import { QueryState } from '../../forms/query-state.tsx'
import { dateAndTime } from '../../lib/date-and-time.ts'
import { Button } from '../../parts/button.tsx'
import { useAction } from '../../parts/dialogs/use-action.ts'
import { focusHeading } from '../../parts/focus-heading.ts'
import { Item, ItemList } from '../../parts/lists/item-list.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { ProfileSection } from './profile-section.tsx'

const others = 'others'
/** Number of devices that are shown at first. */
const few = 3

/** Shows the person's logins, and lets a person who has lost a phone end them. */
export function SessionSection() {
  const text = useText()
  const section = useRef<HTMLElement>(null)
  const app = useAppContext()
  const query = useQuery(sessionList(app))
  /** The id of the session that is being ended, or {@link others}. */
  const { running: ending, run } = useAction()
  const [all, setAll] = useState(false)
  // The button that had the focus is gone.
  const focusOnHeading = () => section.current && focusHeading(section.current)
  const end = (sessionId: string | null) =>
    run(
      async () => {
        await endSessions(app, sessionId)
        await query.refetch()
        focusOnHeading()
      },
      'sessions.endFailed',
      sessionId ?? others
    )
  function showAll() {
    setAll(true)
    focusOnHeading()
  }
  return (
    <ProfileSection ref={section} heading={text('sessions.heading')} hint={text('sessions.hint')}>
      <QueryState query={query} failed={text('sessions.failed')} skeleton={<Skeleton rows={2} />}>
        {(sessions) => (
          <>
            <ItemList>
              {sessions.slice(0, all ? undefined : few).map((session) => (
                <SessionItem
                  key={session.sessionId}
                  session={session}
                  onEnd={() => void end(session.sessionId)}
                  ending={ending === session.sessionId}
                />
              ))}
            </ItemList>
            {sessions.length > 2 && (
              <div className="kc-form-actions">
                {sessions.length > few && !all && (
                  <Button kind="plain" onClick={showAll}>
                    {text('sessions.all', { count: sessions.length })}
                  </Button>
                )}
                <Button kind="plain" onClick={() => void end(null)} busy={ending === others}>
                  {text('sessions.endOthers')}
                </Button>
              </div>
            )}
          </>
        )}
      </QueryState>
    </ProfileSection>
  )
}

interface SessionItemProps {
  readonly session: ListedSession
  readonly onEnd: () => void
  readonly ending: boolean
}

function SessionItem({ session: { device, isCurrent, lastUsedAt }, onEnd, ending }: SessionItemProps) {
  const text = useText()
  const name = device ?? text('sessions.unknownDevice')
  const detail = isCurrent ? text('sessions.current') : text('sessions.lastUsed', dateAndTime(lastUsedAt))
  return (
    <Item part="session" title={name} detail={detail}>
      {!isCurrent && (
        <Button kind="plain" onClick={onEnd} busy={ending} aria-label={text('sessions.endName', { device: name })}>
          {text('sessions.end')}
        </Button>
      )}
    </Item>
  )
}
