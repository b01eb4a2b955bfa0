import { useQueryClient } from '@tanstack/react-query'
import { useAppContext } from '../context/app-context.ts'
import { changeEmailAddress } from '../data/profile.ts'
import { useAlert } from '../parts/dialogs/alert-dialog.tsx'
import { useText } from '../texts/texts.ts'

/**
 * Logs the person out after a save that has changed their own e-mail address, which is the user name: the server has
 * ended the session. Another form that was opened before the response came keeps its unsaved input until
 * the login.
 */
export function useLogOutAfterEmailChange(): (emailAddress: string, shown: boolean) => void {
  const text = useText()
  const { session, hasUnsavedInput } = useAppContext()
  const { alert } = useAlert()
  const queries = useQueryClient()
  return (emailAddress, shown) => {
    // The list shows the former address.
    void queries.invalidateQueries({ queryKey: ['contacts'], refetchType: 'none' })
    if (!shown && hasUnsavedInput()) changeEmailAddress(session, emailAddress)
    else session.end({ revoke: true })
    void alert(text('profile.emailChanged'))
  }
}
