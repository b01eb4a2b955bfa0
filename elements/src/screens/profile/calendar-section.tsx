import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAppContext } from '../../context/app-context.ts'
import {
  type CalendarAddress,
  calendarFeed,
  deleteCalendarAddress,
  renewCalendarAddress,
  showCalendarAddress
} from '../../data/calendar.ts'
import { QueryState } from '../../forms/query-state.tsx'
import { Button } from '../../parts/button.tsx'
import { useAlert } from '../../parts/dialogs/alert-dialog.tsx'
import { useAction } from '../../parts/dialogs/use-action.ts'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { type TextId, useText } from '../../texts/texts.ts'
import { ProfileSection } from './profile-section.tsx'

/**
 * Renders the address at which a calendar program finds the person's events. It can be shown again after a fresh login;
 * other backends show it only once.
 */
export function CalendarSection() {
  const text = useText()
  const query = useQuery(calendarFeed(useAppContext()))
  const { address, busy, renew, show, remove } = useCalendarAddress()
  return (
    <ProfileSection heading={text('calendar.heading')} hint={text('calendar.hint')}>
      <QueryState query={query} failed={text('calendar.failed')} skeleton={<Skeleton rows={1} />}>
        {({ exists, canBeShown }) => (
          <>
            {address !== null && <ShownAddress key={address} address={address} isShownOnce={!canBeShown} />}
            {exists && address === null && <p>{text(canBeShown ? 'calendar.showHint' : 'calendar.renewHint')}</p>}
            <div className="kc-form-actions kc-beside">
              {canBeShown && address === null && (
                <Button kind="plain" busy={busy} onClick={() => void show()}>
                  {text('calendar.show')}
                </Button>
              )}
              <Button kind="plain" busy={busy} onClick={() => void renew()}>
                {text(exists ? 'calendar.renew' : 'calendar.create')}
              </Button>
              {exists && (
                <Button kind="plain" busy={busy} onClick={() => void remove()}>
                  {text('calendar.delete')}
                </Button>
              )}
            </div>
          </>
        )}
      </QueryState>
    </ProfileSection>
  )
}

/** Returns the address, known once it is made or shown, and the actions that make, show and delete it. */
function useCalendarAddress() {
  const text = useText()
  const app = useAppContext()
  const queries = useQueryClient()
  const { choose } = useAlert()
  const { busy, run } = useAction()
  const [address, setAddress] = useState<string | null>(null)

  const change = (make: () => Promise<CalendarAddress | null>, failed: TextId) =>
    run(async () => {
      const made = await make()
      setAddress(made?.address ?? null)
      const state = { exists: made !== null, canBeShown: made?.canBeShown ?? false }
      queries.setQueryData(calendarFeed(app).queryKey, state)
    }, failed)
  const renew = () => change(() => renewCalendarAddress(app), 'calendar.renewFailed')
  const show = () => change(() => showCalendarAddress(app), 'calendar.showFailed')

  async function remove() {
    const answer = await choose(text('calendar.deleteQuestion'), [text('calendar.delete')], { danger: true })
    if (answer === null) return
    await change(async () => {
      await deleteCalendarAddress(app)
      return null
    }, 'calendar.deleteFailed')
  }
  return { address, busy, renew, show, remove }
}

/** Renders the address, which the person can copy or open in a calendar program. */
function ShownAddress({ address, isShownOnce }: { address: string; isShownOnce: boolean }) {
  const text = useText()
  const [copied, setCopied] = useState(false)
  /** Copies the address; where a page may not write to the clipboard, a person can copy the selected one by hand. */
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setCopied(true),
      () => undefined
    )
  return (
    <>
      <TextField
        label={text('calendar.address')}
        value={address}
        readOnly
        hint={isShownOnce ? text('calendar.once') : undefined}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className="kc-form-actions">
        <Button kind="plain" onClick={() => void copy()}>
          {text('calendar.copy')}
        </Button>
        <a className="kc-button kc-plain" part="button button-plain" href={address.replace(/^https?:/, 'webcal:')}>
          {text('calendar.subscribe')}
        </a>
      </div>
      <output>{copied && text('calendar.copied')}</output>
    </>
  )
}
