import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { SessionEntry } from '@customer-center/contract/session-list'
import { sentenceOf } from '../../client/call-error.ts'
import { useAppContext } from '../../context/app-context.ts'
import { endSessions, sessionList } from '../../data/session-list.ts'
import { QueryState } from '../../forms/query-state.tsx'
import { dateAndTime } from '../../lib/date-and-time.ts'
import { Button } from '../../parts/button.tsx'
import { useAlert } from '../../parts/dialogs/alert-dialog.tsx'
import { focusHeading } from '../../parts/focus-heading.ts'
import { Item, ItemList } from '../../parts/lists/item-list.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'

const others = 'others'
/** Number of devices that are shown at first. */
const few = 3

/** Shows the person's logins, and the way to end them, for a person who has lost a phone. */
export function SessionSection() {
  const text = useText()
  const heading = useId()
  const section = useRef<HTMLElement>(null)
  const query = useQuery(sessionList(useAppContext()))
  const [all, setAll] = useState(false)
  // The button that had the focus is gone.
  const focusOnHeading = () => section.current && focusHeading(section.current)
  const { ending, end } = useEndSessions(query.refetch, focusOnHeading)

  function showAll() {
    setAll(true)
    focusOnHeading()
  }
  const nameOf = ({ device }: SessionEntry) => device ?? text('sessions.unknownDevice')
  const detailOf = ({ isCurrent, lastUsedAt }: SessionEntry) => {
    if (isCurrent) return text('sessions.current')
    return text('sessions.lastUsed', dateAndTime(lastUsedAt))
  }
  return (
    <section ref={section} className="kc-profile-section" aria-labelledby={heading}>
      <h2 id={heading} part="heading">
        {text('sessions.heading')}
      </h2>
      <p>{text('sessions.hint')}</p>
      <QueryState query={query} failed={text('sessions.failed')} skeleton={<Skeleton rows={2} />}>
        {(sessions) => (
          <>
            <ItemList>
              {sessions.slice(0, all ? undefined : few).map((session) => (
                <Item key={session.sessionId} part="session" title={nameOf(session)} detail={detailOf(session)}>
                  {!session.isCurrent && (
                    <Button
                      kind="plain"
                      onClick={() => void end(session.sessionId)}
                      busy={ending === session.sessionId}
                      aria-label={text('sessions.endName', { device: nameOf(session) })}
                    >
                      {text('sessions.end')}
                    </Button>
                  )}
                </Item>
              ))}
            </ItemList>
            {sessions.length > 2 && (
              <div className="kc-form-actions">
                {sessions.length > few && !all && (
                  <Button kind="plain" onClick={showAll}>
                    {text('sessions.all', { count: String(sessions.length) })}
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
    </section>
  )
}

/** Ends sessions, one request at a time, and calls `onEnded` once the list was read again. */
function useEndSessions(refetch: () => Promise<unknown>, onEnded: () => void) {
  const text = useText()
  const app = useAppContext()
  const { alert } = useAlert()
  /** The id of the session that is being ended, or {@link others}. */
  const [ending, setEnding] = useState<string | null>(null)

  async function end(sessionId: string | null) {
    if (ending !== null) return
    setEnding(sessionId ?? others)
    try {
      await endSessions(app, sessionId)
      await refetch()
      onEnded()
    } catch (error) {
      if (!app.signal.aborted) await alert(sentenceOf(error, text('sessions.endFailed')))
    } finally {
      setEnding(null)
    }
  }
  return { ending, end }
}
