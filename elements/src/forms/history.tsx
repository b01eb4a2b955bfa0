import { useInfiniteQuery } from '@tanstack/react-query'
import { errorSentence } from '../client/call-error.ts'
import type { FieldMap } from '../client/wire-format.ts'
import { useAppContext } from '../context/app-context.ts'
import { useBackendFeature } from '../data/backend-feature.ts'
import {
  history,
  type HistoryOf,
  movedContact,
  type NamedChange,
  type NamedEntry,
  sentInvoice
} from '../data/history.ts'
import { dateAndTime } from '../lib/date-and-time.ts'
import { Button } from '../parts/button.tsx'
import { Group } from '../parts/group.tsx'
import { LoadFailed } from '../parts/load-failed.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useText } from '../texts/texts.ts'
import { QueryState } from './query-state.tsx'
import './history.css'

interface HistoryWording {
  readonly labelOf: (name: string) => string
  /** Returns the form's text for a value that is chosen from a list; undefined for any other field. */
  readonly choiceOf: (name: string, value: string) => string | undefined
}

export interface HistoryProps extends HistoryWording {
  of: HistoryOf
  map: FieldMap
}

/**
 * Shows the changes of a row, for admins, if the backend lists them. The list is closed at first, and loaded when
 * somebody opens it.
 */
export function History(props: HistoryProps) {
  const text = useText()
  const { session } = useAppContext()
  const isOffered = useBackendFeature('history')
  if (!isOffered || session.profile?.right !== 'admin') return null
  return (
    <div className="kc-history kc-screen-only">
      <Group heading={text('history.heading')} level={2} loads>
        <HistoryEntries {...props} />
      </Group>
    </div>
  )
}

function HistoryEntries({ of, map, ...wording }: HistoryProps) {
  const text = useText()
  const query = useInfiniteQuery(history(useAppContext(), map, of))
  const entries = query.data?.pages.flatMap((page) => page.entries).filter(({ changes }) => changes.length > 0)
  return (
    <QueryState
      query={{ ...query, data: entries }}
      failed={text('history.failed')}
      skeleton={<Skeleton rows={3} />}
      isEmpty={(all) => all.length === 0 && !query.hasNextPage}
      empty={<p className="kc-history-none">{text('history.empty')}</p>}
    >
      {(all) => (
        <>
          <ol>
            {all.map((entry, index) => (
              // Entries have no number of their own, but an entry that is shown stays in its place.
              <HistoryItem key={index} {...entry} {...wording} />
            ))}
          </ol>
          {query.hasNextPage && (
            <div className="kc-history-more">
              {query.isFetchNextPageError && !query.isFetchingNextPage ? (
                <LoadFailed
                  message={text('history.failed')}
                  reason={errorSentence(query.error, '')}
                  onRetry={() => void query.fetchNextPage()}
                />
              ) : (
                <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {text('history.more')}
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </QueryState>
  )
}

function HistoryItem({ changedAt, changedBy, isCreation, changes, ...wording }: NamedEntry & HistoryWording) {
  const text = useText()
  const when = dateAndTime(changedAt)
  const isSent = changes.some(({ name }) => name === sentInvoice)
  function sentence(): string {
    if (isSent && changedBy !== null) return text('history.sentBy', { ...when, name: changedBy })
    if (changedBy === null) return text(isCreation ? 'history.createdByProvider' : 'history.changedByProvider', when)
    return text(isCreation ? 'history.createdBy' : 'history.changedBy', { ...when, name: changedBy })
  }
  function labelOf(name: string): string {
    if (name === movedContact) return text('history.contact')
    return name === sentInvoice ? text('history.sentInvoice') : wording.labelOf(name)
  }
  return (
    <li>
      <p>{sentence()}</p>
      <dl>
        {changes.map((change) => (
          <div key={change.name}>
            <dt>{labelOf(change.name)}</dt>
            <dd>
              <ChangedValues {...change} isCreation={isCreation} choiceOf={wording.choiceOf} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

type ChangedValuesProps = NamedChange & Pick<NamedEntry, 'isCreation'> & Pick<HistoryWording, 'choiceOf'>

function ChangedValues({ name, old, new: value, isCreation, choiceOf }: ChangedValuesProps) {
  const text = useText()
  // The history tells neither value of a secret.
  if (old === null && value === null) return text('history.secret')
  const shown = (one: NamedChange['old']): string => {
    if (one === null || one === '') return text('history.nothing')
    if (typeof one === 'boolean') return text(one ? 'history.yes' : 'history.no')
    return choiceOf(name, one) ?? one
  }
  if (isCreation) return shown(value)
  return (
    <>
      <span className="kc-history-old">{shown(old)}</span>
      <span aria-hidden="true"> → </span>
      <span className="kc-hidden">{` ${text('history.became')} `}</span>
      {shown(value)}
    </>
  )
}
