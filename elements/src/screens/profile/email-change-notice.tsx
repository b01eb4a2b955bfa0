import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sentenceOf } from '../../client/call-error.ts'
import { useAppContext } from '../../context/app-context.ts'
import { emailChange, keepAddress, resendLink } from '../../data/email-change.ts'
import { dateAndTime } from '../../lib/date-and-time.ts'
import { Button } from '../../parts/button.tsx'
import { useAlert } from '../../parts/dialogs/alert-dialog.tsx'
import { focusHeading } from '../../parts/focus-heading.ts'
import { Notice } from '../../parts/notice.tsx'
import { useText } from '../../texts/texts.ts'

/** Says that a new address waits for its confirmation. Nothing where none does, or where that cannot be read. */
export function EmailChangeNotice() {
  const text = useText()
  const app = useAppContext()
  const { alert } = useAlert()
  const query = useQuery(emailChange(app))
  const section = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState<'resend' | 'cancel' | null>(null)
  if (!query.data) return null
  const { emailAddress: email, validUntil } = query.data

  async function run(action: 'resend' | 'cancel') {
    if (busy) return
    const screen = section.current?.parentElement
    setBusy(action)
    try {
      await (action === 'resend' ? resendLink(app) : keepAddress(app))
      await query.refetch()
      if (action === 'resend') await alert(text('profile.linkSent', { email }))
      // The button that had the focus is gone.
      else if (screen) focusHeading(screen)
    } catch (error) {
      if (!app.signal.aborted) await alert(sentenceOf(error, text('profile.changeFailed')))
    } finally {
      setBusy(null)
    }
  }

  const values = { email, ...dateAndTime(validUntil) }
  return (
    <div ref={section}>
      <Notice
        action={
          <>
            <Button busy={busy === 'resend'} onClick={() => void run('resend')}>
              {text('profile.resend')}
            </Button>
            <Button busy={busy === 'cancel'} onClick={() => void run('cancel')}>
              {text('profile.cancelChange')}
            </Button>
          </>
        }
      >
        {text('profile.pending', values)}
      </Notice>
    </div>
  )
}
