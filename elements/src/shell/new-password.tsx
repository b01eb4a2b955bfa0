import { useCenter } from '../client/center.ts'
import { changeOwnWebshopUser } from '../data/webshop-user.ts'
import { PasswordFields, passwordNames } from '../forms/password-fields.tsx'
import { useRowForm } from '../forms/use-row-form.ts'
import { Button } from '../parts/button.tsx'
import { FormActions } from '../parts/form-actions.tsx'
import { Form } from '../parts/form.tsx'
import { useText } from '../texts/texts.ts'
import { addStyles } from '../theme/sheet.ts'
import { Arrival } from './arrival.tsx'
import css from './new-password.css?inline'

addStyles(css)

const empty = { values: { [passwordNames.password]: '', [passwordNames.repeat]: '' }, version: null }

interface NewPasswordProps {
  /** Why, as the server said it. */
  reason: string | null
  /** The old password is gone, and everything else can be called. */
  onDone: () => void
}

/** In place of the screens, until whoever logged in with a generated password has chosen an own one. */
export default function NewPassword({ reason, onDone }: NewPasswordProps) {
  const text = useText()
  const center = useCenter()
  const label = text('newPassword.heading')
  const { field, submit, saving } = useRowForm({
    resource: 'webshop-user',
    stored: empty,
    labelOf: () => label,
    reload: () => Promise.resolve(empty),
    send: (changes) => changeOwnWebshopUser(center, changes),
    onSaved: onDone
  })
  return (
    <div className="kc-new-password" part="login">
      <h1>{label}</h1>
      <p>{reason ?? text('newPassword.reason')}</p>
      <Form onSubmit={submit} aria-busy={saving}>
        <PasswordFields field={field} label={label} required />
        <FormActions saving={saving} />
      </Form>
      <Button kind="plain" onClick={() => center.session.end({ revoke: true })}>
        {text('menu.logout')}
      </Button>
      <Arrival />
    </div>
  )
}
