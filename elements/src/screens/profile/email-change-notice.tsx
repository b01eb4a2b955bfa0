import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useAppContext } from '../../context/app-context.ts'
import { emailChange, keepAddress, resendLink } from '../../data/email-change.ts'
import { dateAndTime } from '../../lib/date-and-time.ts'
import { Button } from '../../parts/button.tsx'
import { useAlert } from '../../parts/dialogs/alert-dialog.tsx'
import { useAction } from '../../parts/dialogs/use-action.ts'
import { focusHeading } from '../../parts/focus-heading.ts'
import { Notice } from '../../parts/notice.tsx'
import { useText } from '../../texts/texts.ts'

/**
 * Says that a new address waits for its confirmation. Renders nothing if no address waits, or if that cannot be read.
 */
export function EmailChangeNotice() {
  const text = useText()
  const app = useAppContext()
  const { alert } = useAlert()
  const query = useQuery(emailChange(app))
  const section = useRef<HTMLDivElement>(null)
  const { running, run } = useAction()
  if (!query.data) return null
  const { emailAddress: email, validUntil } = query.data

  const resend = async () => {
    await resendLink(app)
    await query.refetch()
    await alert(text('profile.linkSent', { email }))
  }
  const cancel = async () => {
    const screen = section.current?.parentElement
    await keepAddress(app)
    await query.refetch()
    // The button that had the focus is gone.
    if (screen) focusHeading(screen)
  }
  const values = { email, ...dateAndTime(validUntil) }
  return (
    <div ref={section}>
      <Notice
        action={
          <>
            <Button busy={running === 'resend'} onClick={() => void run(resend, 'profile.changeFailed', 'resend')}>
              {text('profile.resend')}
            </Button>
            <Button busy={running === 'cancel'} onClick={() => void run(cancel, 'profile.changeFailed', 'cancel')}>
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
