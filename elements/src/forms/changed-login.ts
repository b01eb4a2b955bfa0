import { useAppContext } from '../context/app-context.ts'
import { useAlert } from '../parts/alert-dialog.tsx'
import { useText } from '../texts/texts.ts'

/**
 * For a save that changed the own e-mail address: the user name is another one now, and the server has ended the session. The person
 * is logged out (section 4); input of another form, where one has been opened before the answer came, waits for the login.
 */
export function useChangedLogin(): (emailAddress: string, shown: boolean) => void {
  const text = useText()
  const { session, hasUnsavedInput } = useAppContext()
  const { alert } = useAlert()
  return (emailAddress, shown) => {
    if (!shown && hasUnsavedInput()) session.changeEmailAddress(emailAddress)
    else session.end({ revoke: true })
    void alert(text('profile.emailChanged'))
  }
}
